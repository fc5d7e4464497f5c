// Before the first build there is none; `pages.ts` describes it.
declare module "*/build/server/index.js";
