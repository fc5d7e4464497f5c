declare module "subset-font" {
  /** The part of subset-font's interface that `build-fonts.ts` uses: it comes without types. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2" | "sfnt";
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
