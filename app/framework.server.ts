/** The framework's server part: see `framework.ts`. */
export {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
  data,
  type EntryContext,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaDescriptor,
  type MetaFunction,
  redirect,
  redirectDocument,
  type ServerBuild,
} from "@remix-run/cloudflare";
