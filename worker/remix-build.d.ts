// The file does not exist before the first build. `pages.ts` gives its type.
declare module "*/build/server/index.js";
