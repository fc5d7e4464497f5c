/**
 * Types of what we use of these packages, so that types can be checked before `npm ci --prefix tools`. TypeScript
 * ignores the packages' own types once a module is declared.
 */

declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2" | "sfnt";
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}

declare module "lighthouse" {
  export interface Result {
    mainDocumentUrl: string;
    environment: { benchmarkIndex: number };
    categories: Record<string, { score: number }>;
    audits: Record<
      string,
      { id: string; score: number | null; scoreDisplayMode: string; numericValue: number }
    >;
  }
  export default function lighthouse(
    url: string,
    flags: {
      port: number;
      onlyCategories: string[];
      output: "json";
      logLevel: "error";
    },
  ): Promise<{ lhr: Result }>;
}

declare module "puppeteer-core" {
  interface Field {
    type(keys: string): Promise<void>;
    press(key: string): Promise<void>;
  }
  interface Page {
    setViewport(size: { width: number; height: number }): Promise<void>;
    on(event: "console", hear: (message: { type(): string; text(): string }) => void): void;
    on(event: "pageerror", hear: (error: Error) => void): void;
    goto(url: string): Promise<unknown>;
    url(): string;
    evaluate(script: string): Promise<unknown>;
    click(selector: string): Promise<void>;
    locator(selector: string): { wait(): Promise<void> };
    $(selector: string): Promise<Field | null>;
    screenshot(): Promise<Uint8Array>;
  }
  interface Browser {
    version(): Promise<string>;
    createBrowserContext(): Promise<{ newPage(): Promise<Page> }>;
    close(): Promise<void>;
  }
  const puppeteer: {
    launch(options: {
      browser: "firefox";
      executablePath: string;
      headless: boolean;
    }): Promise<Browser>;
  };
  export default puppeteer;
}
