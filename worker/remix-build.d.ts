declare module "*/build/server/index.js" {
  import type { ServerBuild } from "~/app/framework.server";

  const build: ServerBuild;
  export const {
    assets,
    assetsBuildDirectory,
    basename,
    entry,
    future,
    isSpaMode,
    mode,
    publicPath,
    routes,
  }: ServerBuild;
  export default build;
}
