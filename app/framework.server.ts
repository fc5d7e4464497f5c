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
  type ServerBuild,
} from "@remix-run/cloudflare";
