import { useEffect, useRef } from 'preact/hooks';

/** A live picture, with its sound unless it is muted. */
export function Video(props: {
  readonly stream: MediaStream;
  readonly label: string;
  readonly isMuted?: boolean;
  readonly isMirrored?: boolean;
}) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    element.current!.srcObject = props.stream;
  }, [props.stream]);
  return (
    <video
      ref={element}
      class={props.isMirrored ? 'is-mirrored' : undefined}
      aria-label={props.label}
      muted={props.isMuted ?? false}
      autoplay
      playsInline
    />
  );
}
