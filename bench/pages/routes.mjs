/** What is measured. `who` is the demo member who is signed in; `isPublic` has issue 3's targets for Lighthouse. */
export const ROUTES = [
  { name: "/", isPublic: true, limitKb: 130 },
  { name: "/about", isPublic: true },
  { name: "/terms", isPublic: true },
  { name: "/faq", isPublic: true },
  { name: "/login", isPublic: true },
  { name: "/signup", isPublic: true },
  { name: "/conversations", who: "ines" },
  { name: "/conversation/:id", who: "ines", limitKb: 160 },
  { name: "/profile", who: "ines" },
  { name: "/profile/edit", who: "ines" },
  { name: "/profile/reset-password", who: "ines" },
  { name: "/user/:id", who: "ines" },
  { name: "/admin", who: "ines" },
];
