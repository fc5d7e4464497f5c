/** What each list sorts by: the fields of its service; the empty one is the list's own order. */
export const PAIRING_SORTS = [
  { value: "", label: "Newest first" },
  { value: "pairing_date", label: "Oldest first" },
  { value: "user1_name", label: "First member's name" },
  { value: "user2_name", label: "Second member's name" },
];

export const BLOCK_SORTS = [
  { value: "", label: "Newest first" },
  { value: "block_date", label: "Oldest first" },
  { value: "blocker_name", label: "Who blocked" },
  { value: "blocked_name", label: "Who is blocked" },
];
