/** A module that the plugin of vite.config.ts generates. */
declare module "virtual:island" {
  /** The path of the built `app/island/main.ts`, with a digest in its name. */
  const url: string;
  export default url;
}
