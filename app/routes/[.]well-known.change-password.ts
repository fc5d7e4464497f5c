import { redirect } from "@remix-run/cloudflare";

/** Password managers lead members here (W3C, A Well-Known URL for Changing Passwords). */
export const loader = () => redirect("/profile/reset-password");
