// Before the first build there is none; `pages.ts` says what it is.
declare module "*/build/server/index.js";
