import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readForm } from "~/app/lib/form";

const viewSchema = z.object({ route: z.string().regex(/^routes\/[\w.$_-]{1,60}$/) });

export function loader() {
  return redirect("/");
}

/** The log line has nothing about the reader, who has agreed to be counted. */
export async function action({ request, context }: ActionFunctionArgs) {
  const view = viewSchema.safeParse((await readForm(request, viewSchema)).fields);
  if (!view.success) return new Response(null, { status: 400 });
  context.logger.info("page.viewed", view.data);
  return new Response(null, { status: 204 });
}
