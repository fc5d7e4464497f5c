/* Modules that only a build makes. */

/** A module that the plugin of vite.config.ts generates. */
declare module "virtual:island" {
  /** The path of the built `app/island/main.ts`, with a digest in its name. */
  const url: string;
  export default url;
}

// The file does not exist before the first build. `worker/pages.ts` gives its type.
declare module "*/build/server/index.js";
