/** How every verification token begins; no key does. */
export const TOKEN_PREFIX = 'vt_';
