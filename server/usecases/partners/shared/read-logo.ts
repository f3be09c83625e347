import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { findFileProblem, logoBox, logoPixels } from "@/server/domain/partners/logo";

/** The formats that are decoded; every other decoder of the library is switched off. */
const decoders = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"];

/** The longest that decoding may take, in seconds. */
const secondsMax = 5;

/**
 * Decodes an uploaded picture and writes it again as a PNG that fits into the box of a logo, so that nothing else of
 * the file is kept: no metadata, no colour profile, nothing behind the picture (D-275). Throws validation_error with
 * the problem of the file.
 */
export async function readLogo(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const found = findFileProblem(file);
  if (found !== null) throw refuse(found);
  const sharp = await loadSharp();
  const options = { limitInputPixels: logoPixels.max ** 2, failOn: "error", sequentialRead: true } as const;
  try {
    const { width, height, pages = 1 } = await sharp(file, options).metadata();
    if (pages > 1) throw refuse(problem("picture_moves"));
    if (![width, height].every(isWithin)) throw refuse(problem("picture_dimensions", logoPixels.min, logoPixels.max));
    const picture = await sharp(file, options)
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .resize({ ...logoBox, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer();
    return Uint8Array.from(picture);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The library knows the dimensions before it reads the picture, and refuses too many pixels with this sentence.
    const isHuge = error instanceof Error && /pixel limit/i.test(error.message);
    throw refuse(isHuge ? problem("picture_dimensions", logoPixels.min, logoPixels.max) : problem("picture_broken"));
  }
}

const isWithin = (pixels: number): boolean => pixels >= logoPixels.min && pixels <= logoPixels.max;

const refuse = (found: string) => new AppError("validation_error", `The picture: ${found}`, { problem: found });

let library: ReturnType<typeof startSharp> | undefined;

/** Loads the library when it is first needed, because most processes never read a picture. */
const loadSharp = () => (library ??= startSharp());

/** Prepares the library once: while it switches decoders off and on, it refuses a picture that it reads just then. */
async function startSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
  return sharp;
}
