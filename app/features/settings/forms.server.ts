import { z } from "zod";
import { serializeAppearance } from "~/app/lib/appearance.server";
import { asMember, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { TEXT_SIZES, THEMES, UNITS } from "~/core/shared/appearance";
import { SETTINGS_FORMS } from "./forms";

export const settingsAction = defineForms(
  { words: SETTINGS_FORMS, guard: asMember },
  {
    appearance: memberForm({
      bound: "profileWrites",
      schema: z.object({
        theme: z.enum(THEMES),
        size: z.enum(TEXT_SIZES),
        units: z.enum(UNITS).default("system"),
      }),
      async run({ request, value }) {
        const headers = { "set-cookie": serializeAppearance(request, value) };
        return redirectWithToast(
          "/settings",
          { type: "success", message: "Appearance saved" },
          headers,
        );
      },
    }),
    "end-sessions": memberForm({
      bound: "sessionWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.auth.endOtherSessions(viewer),
    }),
    "give-consent": memberForm({
      bound: "profileWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.legal.giveConsent(viewer),
    }),
    "withdraw-consent": memberForm({
      bound: "profileWrites",
      schema: NO_FIELDS,
      run: ({ context, viewer }) => context.services.legal.withdrawConsent(viewer),
    }),
  },
);
