import { redirect } from "@remix-run/cloudflare";

/** Where password managers send a member who changes a password (W3C, A Well-Known URL for Changing Passwords). */
export const loader = () => redirect("/profile/reset-password");
