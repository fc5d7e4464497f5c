import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { asAnyone, defineForms, guestForm, throwStatus } from "~/app/lib/forms.server";

const ROUTE_NAME = /^routes\/[\w.$_-]{1,60}$/;

export function loader() {
  return redirect("/");
}

/** Counts a page view of a reader who accepted it. It logs one line with the route's name, and nothing about the reader. */
export const action = defineForms(
  { words: { "": { fallback: "" } }, guard: asAnyone, refuse: throwStatus },
  {
    "": guestForm({
      bound: "fence",
      schema: z.object({ route: z.string().regex(ROUTE_NAME) }),
      async run({ context, value }) {
        context.logger.info("page.viewed", value);
        return new Response(null, { status: 204 });
      },
    }),
  },
);
