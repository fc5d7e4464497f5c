/**
 * The part of the framework that browser and server share. Every file imports the framework from here or from
 * `framework.server.ts`, and the direction check enforces that. So a change to its successor affects only these two
 * files and the lock file (docs/decisions/framework.md).
 */
export {
  Await,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  type FormProps,
  isRouteErrorResponse,
  Link,
  type LinkProps,
  Links,
  Meta,
  NavLink,
  Outlet,
  RemixBrowser,
  RemixServer,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useBlocker,
  useFetcher,
  useFetchers,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  useSubmit,
} from "@remix-run/react";
