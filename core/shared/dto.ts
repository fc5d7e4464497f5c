/** What crosses a boundary: the shapes of contract §3 and §7, in its own field names. */
import type { Gender, ReportReason } from "./constants";

/** The own profile: `/api/users/me`, and `user` wherever a call answers one. */
export interface MemberDto {
  id: string;
  user_id: string;
  name: string;
  email: string;
  dob: string;
  age: number | null;
  gender: Gender | null;
  preferred_match_gender: Gender | null;
  avatar_url: string | null;
  location: string | null;
  bio: string | null;
  timezone: string | null;
  latitude: number | null;
  longitude: number | null;
  distance_preference: number | null;
  minimum_age_preference: number | null;
  maximum_age_preference: number | null;
  is_admin: boolean;
}

/** Another member's profile, and nothing more (contract §3). */
export interface PublicProfileDto {
  id: string;
  user_id: string;
  name: string;
  avatar_url: string | null;
  location: string | null;
  age: number | null;
  gender: Gender | null;
  bio: string | null;
}

/** Coordinates to one decimal, date of birth to the year (contract §3). */
export interface PartnerDto {
  user_id: string;
  name: string;
  avatar_url: string | null;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  dob: string | null;
  age: number | null;
}

export interface CurrentPairingDto {
  conversation: { id: string; expiryDate: string };
  partner: PartnerDto;
}

export interface PastPairingDto {
  conversation_id: string;
  expiry_date: string;
  partner_id: string;
  partner_name: string;
  partner_avatar: string | null;
  partner_location: string | null;
  partner_latitude: number | null;
  partner_longitude: number | null;
  partner_dob: string | null;
  partner_age: number | null;
}

/** A count of members; words in place of a number too small to tell. */
export type ToldCount = number | string;

export interface WhyNoMatchDto {
  paired: boolean;
  considered: ToldCount | null;
  excludedBy: {
    gender: ToldCount;
    age: ToldCount;
    distance: ToldCount;
    theirPreferences: ToldCount;
  } | null;
}

export interface MessageDto {
  message_id: string;
  content: string;
  sender_id: string;
  sender_name: string;
  sender_avatar: string | null;
  created_at: string;
  sent_at: string;
  is_read: boolean;
  /** The sender's own key of the message, when it was sent with one. */
  client_id: string | null;
}

export interface BlockStatusDto {
  isBlocked: boolean;
  blockedByYou: boolean;
}

/** What the conversation's page shows besides the messages. */
export interface ConversationDto {
  id: string;
  expiryDate: string;
  /** Published, not ended and not expired: messages may be sent. */
  isOpen: boolean;
  partner: PartnerDto;
}

export interface BlockDto {
  block_id: string;
  user_id: string;
  name: string;
  avatar_url: string | null;
  block_date: string;
}

export interface AdminPairingDto {
  pairing_id: string;
  pairing_date: string;
  user1_id: string;
  user1_name: string;
  user1_email: string;
  user1_gender: string | null;
  user1_location: string | null;
  user1_latitude: number | null;
  user1_longitude: number | null;
  user1_distance_preference: number | null;
  user1_age: number | null;
  user1_min_age_pref: number | null;
  user1_max_age_pref: number | null;
  user2_id: string;
  user2_name: string;
  user2_email: string;
  user2_gender: string | null;
  user2_location: string | null;
  user2_latitude: number | null;
  user2_longitude: number | null;
  user2_distance_preference: number | null;
  user2_age: number | null;
  user2_min_age_pref: number | null;
  user2_max_age_pref: number | null;
}

export interface AdminBlockDto {
  block_id: string;
  blocker_id: string;
  blocker_name: string;
  blocker_email: string;
  blocked_id: string;
  blocked_name: string;
  blocked_email: string;
  block_date: string;
}

/** A message as it was when it was reported. */
export type EvidenceMessageDto = Omit<MessageDto, "client_id">;

export interface AdminReportDto {
  report_id: string;
  reporter_id: string;
  reporter_name: string;
  reported_id: string;
  reported_name: string;
  reason: ReportReason;
  details: string | null;
  conversation_id: string | null;
  evidence: EvidenceMessageDto[];
  status: "open" | "resolved";
  created_at: string;
  resolved_at: string | null;
}

export interface AdminRunDto {
  run_id: string;
  date: string;
  trigger: "cron" | "admin";
  state: "claimed" | "published" | "failed";
  members: number;
  pairs: number;
  unmatched: number;
  repeats: number;
  proven_maximum: boolean;
  started_at: string;
  published_at: string | null;
  duration_ms: number | null;
}

export interface ConversationClosedReason {
  reason: "expired" | "blocked" | "ended";
}

/** An instant as the contract writes it: ISO 8601, UTC, milliseconds. */
export function toIso(instant: number): string {
  return new Date(instant).toISOString();
}
