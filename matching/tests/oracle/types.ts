/** Input and output of a pairing, with the names that `solve.mjs` reads and writes. */

export interface Member {
  id: string;
  gender: string | null;
  preferred_match_gender: string | null;
  dob: string | null;
  minimum_age_preference: number | null;
  maximum_age_preference: number | null;
  latitude: number | null;
  longitude: number | null;
  distance_preference: number | null;
  left_out_yesterday: boolean;
  /** Days left out since the last pairing. Without this field, `left_out_yesterday` counts as one day. */
  waited?: number;
  partner_absent_yesterday?: boolean;
  /** Minutes from UTC. */
  utc_offset?: number | null;
  languages?: string[];
  /** The time from which the member takes part; 0 if absent. */
  since?: number;
  /** The member meets nobody whose `since` is later than this. */
  accepted_until?: number | null;
}

export interface Input {
  date: string;
  members: Member[];
  blocks: [string, string][];
  recentPairs: [string, string][];
}

export interface Output {
  pairs: [string, string][];
  unmatched: string[];
  provenMaximum?: boolean;
  upperBound?: number;
}
