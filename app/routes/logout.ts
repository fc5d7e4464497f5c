import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readForm } from "~/app/lib/form";
import { readSession, signedOutHeaders } from "~/app/lib/session.server";
import { logout } from "~/core/accounts/session";

/** Opening this address signs nobody out. Only our own form does. */
export function loader() {
  return redirect("/");
}

/** Removes the session's cookie even if the session has already ended. */
export async function action({ request, context }: ActionFunctionArgs) {
  await readForm(request, z.object({}));
  const session = await readSession(request, context);
  if (session) await logout(context.deps, session.viewer);
  return redirect("/", { headers: signedOutHeaders(request) });
}
