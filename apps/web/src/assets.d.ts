/** The address under which Vite serves a picture. */
declare module '*.svg' {
  const address: string;
  export default address;
}
