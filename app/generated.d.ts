declare module "virtual:static-pages" {
  /** The path of the built `app/static-pages/main.ts`, from the plugin of `vite.config.ts`. */
  const url: string;
  export default url;
}

// Missing before the first build. `worker/pages.ts` gives its type.
declare module "*/build/server/index.js";
