import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/accounts/viewer";
import { getPublicProfile } from "~/core/profile/service";
import { nameLanguages } from "~/core/shared/languages";
import type { NamedProfile } from "./public-profile";

export type FoundProfile =
  | { profile: NamedProfile; error: null; status: number }
  | { profile: null; error: string; status: number };

/** Another member's profile, or the status and message of its refusal. It does not reject. */
export async function findProfile(
  args: RouteArgs,
  viewer: Viewer,
  userId: string,
): Promise<FoundProfile> {
  try {
    const profile = await getPublicProfile(args.context.deps, viewer, { userId });
    const languages = nameLanguages(profile.shared_languages);
    return { profile: { ...profile, languages }, error: null, status: 200 };
  } catch (error) {
    const { message, status } = toRefusal(error, "Failed to load user profile", args);
    return { profile: null, error: message, status };
  }
}
