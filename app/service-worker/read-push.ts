/** A push that can't be read gets a notification too, because browsers demand one. It links to the landing page. */
export function readPush(payload: string, origin: string) {
  const home = {
    title: "Happenstance",
    body: "",
    tag: "happenstance",
    url: `${origin}/`,
    badge: null as number | null,
  };
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(payload);
  } catch {
    return home;
  }
  const notification = given?.notification as Record<string, unknown> | undefined;
  if (given?.web_push !== 8030 || typeof notification?.title !== "string") return home;
  const { title, body, tag, navigate } = notification;
  const path = typeof navigate === "string" ? navigate : "/";
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  const badge = given.app_badge;
  return {
    title,
    body: typeof body === "string" ? body : "",
    tag: typeof tag === "string" ? tag : home.tag,
    url: url?.origin === origin ? url.href : home.url,
    badge: typeof badge === "number" && Number.isInteger(badge) && badge >= 0 ? badge : null,
  };
}
