/**
 * The measured pages. `who` is the demo member who is signed in. Lighthouse runs on pages with `isPublic` or
 * `isJudged`. The JavaScript goals are in kB, gzip.
 */
export const ROUTES = [
  { name: "/", isPublic: true, limitKb: 8 },
  { name: "/about", isPublic: true, limitKb: 8 },
  { name: "/terms", isPublic: true, limitKb: 8 },
  { name: "/faq", isPublic: true, limitKb: 8 },
  { name: "/privacy", isPublic: true, limitKb: 8 },
  { name: "/safety", isPublic: true, limitKb: 8 },
  { name: "/child-safety", isPublic: true, limitKb: 8 },
  { name: "/transparency", isPublic: true, limitKb: 8 },
  { name: "/login", isPublic: true, limitKb: 112 },
  { name: "/signup", isPublic: true },
  { name: "/conversations", who: "ines", isJudged: true, limitKb: 118 },
  { name: "/conversation/:id", who: "ines", isJudged: true, limitKb: 136 },
  { name: "/profile", who: "ines", isJudged: true },
  { name: "/profile/edit", who: "ines", limitKb: 126 },
  { name: "/profile/reset-password", who: "ines" },
  { name: "/user/:id", who: "ines" },
  { name: "/admin", who: "ines" },
];
