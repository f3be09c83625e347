interface LogoPictureProps {
  /** The address of the picture; `data:` addresses are allowed. */
  readonly src: string;
  readonly alt: string;
}

/** A merchant's logo on white, as buyers see it also in dark mode. */
export const LogoPicture = ({ src, alt }: LogoPictureProps) => (
  // biome-ignore lint/performance/noImgElement: the picture is in the page already, and nothing may resize it
  <img
    src={src}
    alt={alt}
    height={48}
    className="h-12 max-w-[min(200px,100%)] rounded-control border border-line bg-white object-contain p-1"
  />
);
