import { describe, expect, it } from "vitest";
import { isCommonPassword } from "~/core/accounts/common-passwords";
import { looksLike } from "~/core/accounts/names";
import {
  emailSchema,
  nameSchema,
  registerSchema,
  renamePasskeySchema,
} from "~/core/accounts/schemas";
import { sendMessageSchema } from "~/core/conversation/schemas";
import { updateProfileSchema } from "~/core/profile/schemas";
import { measureLeastTime } from "~/tests/support/least-time";

const ADA = { name: "Ada Lovelace", email: "ada@example.org" };

describe("a common password", () => {
  it.each([
    ...["123456", "222222", "987654321", "qwertyuiop", "zxcvbn", "121212", "aaaaaaaa"],
    ...["password", "PASSWORD", "Password1", "Qwerty123", "letmein1", "Summer2026", "123456a"],
    ...["michael", "Jennifer85", "dragon", "football99", "iloveyou", "trustno1", "p@ssw0rd"],
    ...["happenstance", "Happenstance2026", "Ada Lovelace", "ada lovelace", "ADA@example.org"],
  ])("%s is a common password", (password) => {
    expect(isCommonPassword(password, ADA)).toBe(true);
  });

  it.each([
    ...[
      "a fine day for tea",
      "another fine day",
      "nulled",
      "correct horse",
      "zq7-Lm",
      "85091723461",
    ],
    ...["Ada Lovelace 1", "passwordpassword!", "Übersee-77", "密码不常见", "happenstance!"],
  ])("%s is not a common password", (password) => {
    expect(isCommonPassword(password, ADA)).toBe(false);
  });
});

describe("a name with the product's name in it", () => {
  const names = (name: string) => nameSchema.safeParse(name);

  it.each([
    ...["Happenstance", "Happenstance Support", "The Happenstance Team", "HAPPENSTANCE"],
    ...["h a p p e n s t a n c e", "Happen-stance", "Happen\u00a0Stance", "Happen.\u2009stance."],
    ...["H\u00e1ppenst\u00e4nce", "Ha\u0337ppenstance", "\uff28\uff41\uff50\uff50\uff45nstance"],
    ...["𝓗𝓪𝓹𝓹𝓮𝓷𝓼𝓽𝓪𝓷𝓬𝓮", "Ⓗⓐⓟⓟⓔⓝⓢⓣⓐⓝⓒⓔ", "Нарреnstаnсе", "H4pp3n5t4nc3", "Happennstance"],
    ...["Happ\u200censtance", "myhappenstances", "Hʼappenstance", "Happenstanϲe", "Hаррепsтаncе"],
    ...[
      "Happenstɑnce",
      "Happeństɑnce",
      "ʜappenstance",
      "Happenstᴀnce",
      "Happenstaոce",
      "Ꮋappenstance",
    ],
    ...[
      "ʜᴀᴘᴘᴇɴꜱᴛᴀɴᴄᴇ",
      "ꓧꓮꓑꓑꓰꓠꓢꓔꓮꓠꓚꓰ",
      "Ηαρρεηѕταηςε",
      "Happen\u0345stance",
      "Happen 🇨🇭 stance",
      "H+appenstance",
      "ηappeηstaηce",
    ],
    ...[
      "Ħappenstance",
      "happeпsтапce",
      "HAPPEПSTAПCE",
      "ⱧȺ₱₱Ɇ₦₴₮Ⱥ₦₵Ɇ",
      "HΛPPΞNSTΛNCΞ",
      "HAPPEИSTAИCE",
    ],
    ...["🅷🅰🅿🅿🅴🅽🆂🆃🅰🅽🅲🅴", "🅗🅐🅟🅟🅔🅝🅢🅣🅐🅝🅒🅔", "🇭🇦🇵🇵🇪🇳🇸🇹🇦🇳🇨🇪", "ᎻᎪᏢᏢᎬNᏚᎢᎪNᏟᎬ"],
  ])("a name with the product's name in it is refused: %s", (name) => {
    expect(names(name).error?.issues.map(({ message }) => message)).toEqual([
      "Name must not contain Happenstance",
    ]);
  });

  it.each([
    ...["A member", "a member who has left", "A member you blocked before", "Deleted member"],
    ...[
      "Moderator",
      "SUPPORT",
      "Admin",
      "Administrator",
      "\u0410dmin",
      "\u039cod\u0435rator",
      "\u0405upport",
    ],
    ...["Ａｄｍｉｎ", "Ád min", "Del eted  member"],
  ])("a name that the product itself uses is refused: %s", (name) => {
    expect(names(name).success).toBe(false);
  });

  it.each(["Adm1n", "Admina", "Support me", "A memberly man", "Moderato"])(
    "a name that merely resembles or contains a reserved name is allowed: %s",
    (name) => {
      expect(names(name).success).toBe(true);
    },
  );

  it("the product's name is refused even if one letter is replaced by a look-alike, small or capital", () => {
    for (const [at, letter] of Array.from("happenstance").entries()) {
      for (const one of Array.from(looksLike(letter)).flatMap((c) => [c, c.toUpperCase()])) {
        const name = `happenstance`.slice(0, at) + one + `happenstance`.slice(at + 1);
        expect([name, names(name).success]).toEqual([name, false]);
      }
    }
  });

  it.each([
    ...["Happy", "Penstance", "Happen Stanley", "Constance Happe", "Hope N. Stance", "Stance"],
    ...["7 of 9", "H4", "4+4", "$am", "Ke$ha", "A$AP", "🅷🅰🅿🅿🆈", "🇩🇰 Søren"],
    ...[
      "Þórður Ægisson",
      "Ħaż-Żebbuġ",
      "Nguyễn Thị Ánh",
      "Łukasz Świątek",
      "Şehnaz Ağaoğlu",
      "Ŋaara",
    ],
    ...["Ə. Əliyev", "Ɛsi Ɔwusu", "Kaʻiulani", "Jāņis", "Ñusta", "Ꭿ Ꮳ"],
    ...[
      "Аня",
      "Наташа Петренко",
      "Нестан Рстаней",
      "Ћирило",
      "Ҳасан",
      "Іван Їжак",
      "Һәнифә",
      "Цэцэг",
    ],
    ...[
      "Ηλίας",
      "Αναστασία",
      "Νεκταρία",
      "Հասմիկ",
      "Պետրոս Սահակյան",
      "ნინო",
      "Ნინო",
      "ᏣᎳᎩ",
      "ᏎᏉᏯ",
    ],
    ...[
      "اسماء",
      "محمد الأمين",
      "نستعلیق",
      "שרה",
      "חנה",
      "ܫܪܒܠ",
      "ދިވެހި",
      "አበበ",
      "ተስፋዬ",
      "ⵜⴰⵏⵉⵔⵜ",
      "ⴹⵉⵀⵢⴰ",
    ],
    ...["प्रिया", "শ্রেয়া", "ਗੁਰਪ੍ਰੀਤ", "હેતલ", "ସୁଜାତା", "செல்வி", "పద్మ", "ಚೆನ್ನಮ್ಮ", "ടോമിൻ തോമസ്", "සඳුනි"],
    ...[
      "สมชาย",
      "ສົມສັກ",
      "စန္ဒာငြိမ်း",
      "သင်းသင်း",
      "សុភា",
      "བསྟན་འཛིན",
      "王小明",
      "さくら",
      "タカハシ",
      "김하늘",
    ],
    ...["ᐱᑕ ᓴᐃᓚ", "ꓡꓲ ꓢꓴ ꓧꓮ", "𞤀𞤥𞤭𞤲𞤢", "ߡߊߡߊߘߎ", "ꯃꯩꯇꯩ", "𐐒𐐇𐐝𐐓", "ᠪᠠᠲᠤ", "Ⲡⲉⲧⲣⲟⲥ", "ꆈꌠ"],
  ])("a name without the product's name is accepted: %s", (name) => {
    expect(names(name).success).toBe(true);
  });

  it("the product's name is refused at registration and in the profile, and accepted for a passkey", () => {
    const name = "Happenstance Support";
    const paths = [registerSchema, updateProfileSchema].map((schema) =>
      schema.safeParse({ name }).error?.issues.some(({ path }) => path[0] === "name"),
    );
    expect(paths).toEqual([true, true]);
    expect(renamePasskeySchema.safeParse({ passkeyId: "a", name }).success).toBe(true);
  });
});

describe("invisible characters", () => {
  const names = (name: string) => nameSchema.safeParse(name).success;
  const locations = (location: string) => updateProfileSchema.safeParse({ location }).success;
  const emails = (email: string) => emailSchema.safeParse(email).success;
  const messages = (content: string) => sendMessageSchema.safeParse({ content }).success;

  const HIDDEN = [
    ["zero width space", "\u200b"],
    ["right-to-left override", "\u202e"],
    ["isolate", "\u2066"],
    ["mark of direction", "\u200f"],
    ["soft hyphen", "\u00ad"],
    ["word joiner", "\u2060"],
    ["byte order mark", "\ufeff"],
    ["tag letter", "\u{e0041}"],
    ["Hangul filler", "\u3164"],
    ["half-width Hangul filler", "\uffa0"],
    ["Hangul jamo fillers", "\u115f\u1160"],
    ["blank braille", "\u2800"],
    ["grapheme joiner", "\u034f"],
    ["blank note of music", "\u{1d159}"],
  ] as const;

  it.each(HIDDEN)(
    "%s is refused in a name, location or e-mail, and accepted in a message beside visible characters",
    (_, one) => {
      expect([
        names(`Ad${one}a`),
        locations(`Par${one}is`),
        emails(`a${one}da@example.org`),
      ]).toEqual([false, false, false]);
      expect(names(one)).toBe(false);
      expect([messages(one), messages(`${one} ${one}`), messages(`hi${one}`)]).toEqual([
        false,
        false,
        true,
      ]);
    },
  );

  it("invisible characters are allowed in a name where a script or an emoji needs them", () => {
    for (const name of ["می‌خواهم", "क्‍ष", "Ada 👩‍🚀", "👩🏽‍🚀", "❤️‍🔥", "🏳️‍🌈 Zoë", "1️⃣"]) {
      expect([name, names(name)]).toEqual([name, true]);
    }
    for (const name of ["A\u200d", "\u200dA", "A\u200d\u200db", "👩\u200d", "- \u200c -"]) {
      expect([name, names(name)]).toEqual([name, false]);
    }
  });

  it("invisible characters alone are neither a name nor a message", () => {
    for (const text of ["\ufe0f", "\u00a0", "\u2003\u200a", "\u{e0100}"]) {
      expect([names(text), messages(text)]).toEqual([false, false]);
    }
  });

  it("a message can consist of combining marks alone, but a name can't", () => {
    for (const text of ["\u0301", "\u0e31", "\u20dd", "\u0301 \u0301", "\u093e"]) {
      expect([text, names(text), messages(text)]).toEqual([text, false, true]);
    }
    expect(names("a\u0301")).toBe(true);
  });

  it("names and e-mails of 65,536 characters are checked within a second", async () => {
    const worst = ["👩\ufe0f\u200d", "a\u200d", "\u200d", "👩🏽".repeat(8)];
    for (const one of worst) {
      const text = one.repeat(65_536 / one.length);
      const { ms } = await measureLeastTime(1_000, async () => {
        names(text);
        emails(`${text}@example.org`);
      });
      expect(ms).toBeLessThan(1_000);
    }
  });
});
