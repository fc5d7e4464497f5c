import { eraseMember } from "~/core/accounts/erase-member";
import { toExportedConversation, toExportHead } from "~/core/accounts/export-dto";
import { failureKeysOf } from "~/core/accounts/limit-windows";
import { toMemberDto } from "~/core/accounts/to-member-dto";
import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { endsWait, type Wishes } from "~/core/pairing/forced-meetings";
import { ageOrNull, toUtcDate } from "~/core/shared/age";
import { CONSENT_VERSION } from "~/core/shared/consent";
import {
  LIMITS,
  MESSAGES_WHOLE_MAX,
  MS_PER_DAY,
  NEWCOMERS_AWAY_DAYS,
} from "~/core/shared/constants";
import type { MemberDto, PublicProfileDto } from "~/core/shared/contract";
import { locationForOthers } from "~/core/shared/coordinates";
import { AppError, invalidField } from "~/core/shared/errors";
import { ACCOUNT_DELETED } from "~/core/shared/promises";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { isZoneName } from "~/core/shared/timezones";
import type { NewConsent } from "~/db/accounts/consents";
import type { MemberChanges, MemberRow } from "~/db/accounts/member-row";
import type { RateWindows } from "~/db/accounts/rate-window";
import { type PartnerCard, parsePartnerCard } from "~/db/pairing/partner-card";
import {
  type ExportRows,
  findPublicProfile,
  type PublicProfileRow,
  readExport,
  storeZone,
  updateMember,
} from "~/db/profile/profiles";
import type { City } from "./geocoder";
import {
  AGE_RANGE_WORDS,
  type CitiesQuery,
  isAgeRange,
  type UpdateLocationInput,
  type UpdateProfileInput,
  type UpdateTimezoneInput,
} from "./schemas";

const CITIES_MAX = 10;

/**
 * A member's profile as the viewer may see it (docs/rules.md#partner). An earlier partner is shown as they were when
 * paired, without a bio.
 * @throws AppError `profile_not_found`, also if the member has blocked the viewer or was never paired with the viewer
 */
export async function getPublicProfile(
  deps: Deps,
  viewer: Pick<Viewer, "memberId" | "isAdmin" | "user">,
  { userId }: { userId: string },
): Promise<PublicProfileDto> {
  const isLook = viewer.isAdmin && userId !== viewer.memberId;
  const audit = isLook ? auditOf(deps, viewer, "view_profile") : null;
  const ask = { userId, viewerId: viewer.memberId, audit };
  const row = await findPublicProfile(deps.db, ask);
  if (!row) throw new AppError("profile_not_found");
  const now = deps.clock.now();
  const today = toUtcDate(now);
  if (row.id === viewer.memberId) return toProfileDto(row, today, viewer.user.languages);
  const card = parsePartnerCard(row.card);
  if (viewer.isAdmin) return toProfileDto(row, today, card?.shared_languages);
  if (!row.pairing_date || row.blocked_viewer === 1) throw new AppError("profile_not_found");
  const isOpen = Number(row.expires_at) > now && row.blocked_by_viewer === 0;
  if (isOpen) return toProfileDto(row, today, card?.shared_languages);
  if (!card) throw new AppError("profile_not_found");
  return toEarlierProfileDto(userId, card);
}

/** @param shared all languages of the viewer's own profile, or those that both members named when paired */
const toProfileDto = (
  row: PublicProfileRow,
  today: string,
  shared: string[] = [],
): PublicProfileDto => ({
  id: row.id,
  user_id: row.id,
  name: row.name,
  avatar_url: row.avatar_url,
  location: locationForOthers(row.location),
  age: ageOrNull(row.dob, today),
  gender: row.gender,
  bio: row.bio,
  shared_languages: shared,
});

const toEarlierProfileDto = (id: string, card: PartnerCard): PublicProfileDto => ({
  id,
  user_id: id,
  name: card.name,
  avatar_url: card.avatar_url,
  location: locationForOthers(card.location),
  age: card.age,
  gender: card.gender,
  bio: null,
  shared_languages: card.shared_languages,
});

const MAX_CHANGE_ATTEMPTS = 20;

/** Limits changes by which a member could locate or identify another (docs/rules.md#limits). */
function windowsOf(memberId: string, before: Wishes, after: Wishes, now: number): RateWindows {
  const isMove =
    after.latitude !== null &&
    (after.latitude !== before.latitude || after.longitude !== before.longitude);
  const isOfBirth = after.dob !== before.dob;
  const isOfWish =
    after.gender !== before.gender ||
    after.preferred_match_gender !== before.preferred_match_gender;
  const windows = [
    ...(isMove ? [{ key: `move:${memberId}`, limit: LIMITS.moves, memberId }] : []),
    ...(isOfBirth ? [{ key: `birth:${memberId}`, limit: LIMITS.birthChanges, memberId }] : []),
    ...(isOfWish ? [{ key: `wish:${memberId}`, limit: LIMITS.wishChanges, memberId }] : []),
  ];
  return { windows, now };
}

/**
 * Starts over if another change to the member is stored first.
 * @throws AppError `invalid_input` for an age range that ends before it begins, `too_many_requests`, `unauthenticated`
 * when the account is gone, `unavailable` if other changes keep coming first
 */
async function changeMember(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { memberId, user }: Viewer,
  changes: MemberChanges,
  again?: NewConsent,
): Promise<MemberRow> {
  const { minimum_age_preference: minimum, maximum_age_preference: maximum } = changes;
  const now = clock.now();
  let seen: Wishes = user;
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const after: Wishes = { ...seen, ...withoutUndefined(changes) };
    const touchesRange = minimum !== undefined || maximum !== undefined;
    if (touchesRange && !isAgeRange(after.minimum_age_preference, after.maximum_age_preference)) {
      throw invalidField(
        minimum === undefined ? "maximum_age_preference" : "minimum_age_preference",
        AGE_RANGE_WORDS,
      );
    }
    const counted = windowsOf(memberId, seen, after, now);
    const judged = { changes, seen, counted, endsWait: endsWait(seen, after), again };
    const { row, updated, states } = await updateMember(db, memberId, judged);
    if (!row) throw new AppError("unauthenticated");
    if (updated) return row;
    assertWithinLimits(states, now);
    seen = row;
  }
  throw new AppError("unavailable");
}

function withoutUndefined(changes: MemberChanges): Partial<Wishes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/**
 * Setting a gender or preference after withdrawing consent gives consent again. Saving `newcomers_away` again restarts
 * its 30 days (docs/rules.md#newer-accounts).
 * @param consent as for `register`
 * @throws AppError as {@link changeMember}
 */
export async function updateProfile(
  deps: Deps,
  viewer: Viewer,
  input: UpdateProfileInput,
  consent: "given" | "notified" = "notified",
): Promise<MemberDto> {
  const { newcomers_away, languages, ...fields } = input;
  const changes: MemberChanges = { ...fields, languages: languages && JSON.stringify(languages) };
  if (newcomers_away !== undefined) {
    const until = deps.clock.now() + NEWCOMERS_AWAY_DAYS * MS_PER_DAY;
    changes.newcomers_away_until = newcomers_away ? until : null;
  }
  const consented = { kind: consent, version: CONSENT_VERSION };
  const row = await changeMember(deps, viewer, changes, consented);
  return toMemberDto(row, deps.clock.now());
}

/** @throws AppError `unauthenticated` when the account is gone */
export async function updateTimezone(
  deps: Deps,
  viewer: Viewer,
  { timezone }: UpdateTimezoneInput,
): Promise<{ timezone: string }> {
  await changeMember(deps, viewer, { timezone });
  return { timezone };
}

/**
 * Gives the viewer the zone of the requesting browser (docs/rules.md#clock). A changed zone is stored after the answer.
 * @param zone sent by the client; ignored unless it is a zone's name
 */
export async function followZone(
  deps: Pick<Deps, "db" | "defer">,
  viewer: Viewer,
  zone: string | null,
): Promise<Viewer> {
  if (zone === null || zone === viewer.clock.zone || !isZoneName(zone)) return viewer;
  deps.defer(storeZone(deps.db, { memberId: viewer.memberId, zone }));
  return { ...viewer, clock: { ...viewer.clock, zone } };
}

/**
 * Also sets the timezone if a known place is near, and the name of the place if none is given
 * (docs/rules.md#location-capture).
 * @throws AppError as {@link changeMember}
 */
export async function updateLocation(
  deps: Deps,
  viewer: Viewer,
  { latitude, longitude, location }: UpdateLocationInput,
): Promise<{ position: City; isZoneKnown: boolean }> {
  const place = await deps.geocoder.locate({ latitude, longitude });
  const position = { latitude, longitude, location: location || place.location };
  const isZoneKnown = place.timezone !== null;
  const row = await changeMember(deps, viewer, {
    ...position,
    ...(isZoneKnown ? { timezone: place.timezone } : {}),
  });
  return { position: { ...position, timezone: row.timezone }, isZoneKnown };
}

export function searchCities(deps: Deps, { query }: CitiesQuery): Promise<City[]> {
  return deps.geocoder.searchCities(query, CITIES_MAX);
}

/**
 * Everything held on the member (docs/rules.md#export).
 * @returns the JSON of an `ExportDto` as a stream, so that only one conversation is in memory. An error after the first
 * conversation breaks off the stream
 * @throws AppError `unauthenticated` when the account is gone, `unavailable`
 */
export async function exportData(
  deps: Deps,
  viewer: Viewer,
): Promise<{ exportedAt: string; stream: ReadableStream<Uint8Array> }> {
  const now = deps.clock.now();
  const failureKeys = failureKeysOf(deps, viewer.user.email);
  const { mustVerify } = deps.mail;
  const ask = { memberId: viewer.memberId, failureKeys, mustVerify, now };
  const rows = await readExport(deps.db, ask);
  if (!rows) throw new AppError("unauthenticated");
  const whole = { before: null, limit: MESSAGES_WHOLE_MAX };
  const read = async (row: ExportRows["conversations"][number]) => {
    const [{ messages }, questions] = await Promise.all([
      deps.conversations.list(row.id, whole),
      deps.conversations.listQuestions(row.id, viewer.memberId),
    ]);
    return JSON.stringify(toExportedConversation(row, messages, questions, viewer.memberId));
  };
  const head = toExportHead(rows, now);
  const [firstRow, ...others] = rows.conversations;
  // The first conversation is read before the answer begins: if its object can't be reached, the member gets a refusal
  // and not a broken file.
  const first = firstRow ? await read(firstRow) : "";
  async function* write() {
    yield JSON.stringify(head, null, 2).replace(/\n\}$/, `,\n  "conversations": [\n`);
    if (first) yield first;
    for (const row of others) yield `,\n${await read(row)}`;
    yield "\n  ]\n}\n";
  }
  const chunks = write();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return { exportedAt: head.exported_at, stream };
}

/**
 * Returns once everything is deleted (docs/rules.md#leaving), except conversations whose objects can't be reached. The
 * cron erases those.
 */
export async function deleteAccount(
  deps: Deps,
  { memberId, user }: Viewer,
): Promise<{ message: string }> {
  await eraseMember(deps, { id: memberId, email: user.email });
  return { message: ACCOUNT_DELETED };
}
