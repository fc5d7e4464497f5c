/** In a pattern, `<NAME>` stands for the pattern with that name. */
type Parts = Readonly<Record<string, RegExp>>;

export const MONEY_PARTS = {
  YOU: /\b(?:you|u|ya)\b/,
  YOUR: /\b(?:your|ur)\b/,
  AMOUNT:
    /[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|usd|eur|gbp|dollars?|euros?|pounds?|bucks|quid|kroner|kr|francs?)(?![a-z])/,
  MONEY: /money\b|cash\b|<AMOUNT>/,
  PAYAPP: /paypal|venmo|zelle|cash ?app|revolut|western union|moneygram/,
  CARD: /(?:gift|itunes|steam|google play|amazon|apple|razer|prepaid|xbox|playstation|psn)(?: gift)? ?cards?\b/,
  CRYPTO:
    /\b(?:crypto(?:currency|currencies)?|bitcoins?|btc|ethereum|eth|usdt|tether|forex|(?:trading|investment) (?:platform|site|app|plan|account))\b/,
  // The beginning of an order or a request. Statements about others don't match.
  DO: /(?:^|[.,;:!?] ?|\b(?:and|just|please|pls|plz|kindly|then|so|can|could|would|will|you|u|let's|you (?:should|could|can|must|(?:only |just )?(?:need|have) to)|(?:want|need|like) you to) )(?:just |please |maybe |only |also )?/,
  CODE: /(?:verification|security|confirmation|login|sms|access|activation|one[- ]time|\w+[- ]digit|2fa) (?:code|number|pin|password)|otp|<YOUR> (?:\w+ )?(?:password|passcode|pin)|code (?:that )?(?:you|u) (?:just )?(?:got|get|received)|code (?:that (?:came|was sent)|i (?:just )?sent)/,
};

/** No mark inside a quotation could open another one of its kind, so the running time is linear in the text's length. */
const QUOTED = /["“][^"“”]{8,}["”]|(?<!\w)['‘](?:[^'‘’\n]|(?<=\w)(?:‘|['’](?=\w))){8,}['’](?!\w)/g;
/** A word with a space after each letter, for example "f u c k". */
const SPELLED = /(?<![\p{L}\p{N}'])(?:[a-z] ){3,}[a-z](?![\p{L}\p{N}'])/gu;

export function simplify(content: string): string {
  return (
    content
      .normalize("NFKC")
      .toLowerCase()
      .replace(QUOTED, " … ")
      .replace(/[‘’`´]/g, "'")
      .replace(/\bc\*+nt/g, "cunt")
      .replace(/\bb\*+tch/g, "bitch")
      // A '!' inside a word is kept, because it can stand for an "i".
      .replace(/!(?![\p{L}\p{N}])/gu, ".")
      .replace(SPELLED, (letters) => letters.replaceAll(" ", ""))
      .replace(/\s+/g, " ")
      .trim()
  );
}

export function compile(parts: Parts, ...alternatives: RegExp[]): RegExp {
  const insert = (source: string): string =>
    source.replace(/<(\w+)>/g, (_, name: string) => `(?:${insert(parts[name]?.source ?? "")})`);
  return new RegExp(alternatives.map(({ source }) => insert(source)).join("|"), "u");
}

const MONEY = compile(
  MONEY_PARTS,
  /<DO>(?:send|lend|loan|give|wire|transfer|spot|borrow|pay) (?:(?:me|us|my|him|her|some|more|any|an?|about|just|the|little|bit|of|over) ){0,4}(?:<MONEY>)/,
  /<DO>(?:send|wire|transfer|pay) (?:me )?\d[\d.,]* (?:on|via|by|to|through)\b/,
  /<DO>(?:send|wire|transfer|put|deposit|pay)\b[^.!?]{0,40}\b(?:to|on|into|in|via|through) (?:my|this|our|the following) (?:\w+ )?(?:account|iban|wallet|card|<PAYAPP>)\b/,
  /<DO>(?:send|pay|wire)\b[^.!?]{0,20}\b(?:on|to|via|by|through) (?:<PAYAPP>)/,
  /(?:<PAYAPP>) me\b|\b(?:what'?s|what is|do you have|have you got|give me|send me) (?:<YOUR>|an?) (?:<PAYAPP>|iban|bank (?:account|details)|account number|(?:credit )?card number)/,
  /\b(?:here(?:'s| is)|i(?:'ll| will)? (?:give|send) you) (?:my|the) (?:iban|bank (?:account|details)|account number|wallet|<PAYAPP>)/,
  /\b(?:help me|could you|can you|would you|will you)\b[^.!?]{0,30}\b(?:pay|cover) (?:for )?(?:me|my|our|her|his|it(?! (?:again|forward|back|off))|this|the (?:rent|bill|tickets?|fees?))\b/,
  /\bcan'?t (?:pay|afford)\b[^.!?]{0,60}\b(?:can|could|would|will) you help\b/,
  /\bi (?:only |just |really |still |urgently )*need (?:about |around |like |only |just )?(?:<AMOUNT>)/,
  /\bi (?:really )?need (?:some |your )?money (?:from you|urgently|now|fast|quickly|today)\b/,
  /\bpay (?:you|it) back (?:tomorrow|next|soon|on|when|with|by|later|as soon)\b|\b(?:a|small|little|short) loan from you\b/,
  /<DO>(?:buy|get|send|pick up|purchase|scratch|grab)\b[^.,;!?]{0,30}(?:<CARD>)/,
  /\b(?:code|numbers?|digits|photo|picture|pin)\b[^.!?]{0,30}(?:<CARD>)|(?:<CARD>)[^.!?]{0,40}\b(?:send|read|tell|give) (?:me|them|it)\b/,
  /<DO>(?:invest|deposit|send|put|buy|transfer|join|trade|start|open)\b[^.!?]{0,40}(?:<CRYPTO>)/,
  /\b(?:teach|show|help|tell) <YOU>\b[^.!?]{0,40}(?:<CRYPTO>|\b(?:earn|profit|invest|trade|trading)\b)/,
  /(?:<CRYPTO>)[^.!?]{0,60}\b(?:you should|you could|guaranteed|join|show you|teach you|deposit)\b/,
  /\bguaranteed (?:profits?|returns?)\b|\b(?:i'?ll|we'?ll|i will) double it\b/,
  /<DO>top up my\b|\b(?:can|could) <YOU> spare (?:an?|some|me|\d)|\bsupport me with\b.{0,15}(?:<MONEY>)/,
  /\b(?:book|buy|get) (?:the|an?|my) (?:ticket|flight|visa) for me\b|\b(?:put in|deposit|invest) (?:only |just |at least )?[$€£]?\d{2,}/,
  /<DO>(?:buy|get|send)\b[^.,;!?]{0,20}\b(?:dollar|euro|pound) (?:\w+ )?cards?\b|\b(?:double|triple|multiply) (?:whatever you|what you|your money)\b/,
  /\bhelp me (?:out )?with (?:some |a |about )?(?:<MONEY>)|\bi (?:just |only |really )*need an? (?:\w+ )?loan\b|\b<YOU> (?:can|could|will) (?:earn|make) [$€£]?\d\S* (?:\w+ )?(?:a|per|every) (?:day|week|month)\b/,
);

const CODE = compile(
  MONEY_PARTS,
  /\b(?:send|tell|give|read|forward|share|text|show|repeat|what'?s|what is|need|want)\b[^.!?]{0,25}\b(?:<CODE>)/,
  /\b(?:code|digits|sms|number)\b[^.!?]{0,40}\b(?:forward|read|send|tell|give) (?:it|them|that) (?:back )?to me\b/,
  /\bwhat(?:'?s| is| are) the (?:\w+ )?(?:digits|numbers?) in the (?:sms|text|message)\b/,
  /\b(?:verification|security|confirmation|login|\w+[- ]digit) code\b.{0,60}\b(?:forward|read|send|tell|give|transfer|share|pass) (?:it|them|that)\b/,
  /\bcode (?:went|came|was sent) to your?\b.{0,60}\b(?:send|forward|tell|give|read)\b/,
  /\b(?:get|got|receive|received) an? (?:text|sms|message) with (?:an? |some |the |\d+ )?(?:code|numbers?|digits)\b/,
);

/** "money" includes cards and crypto, and "code" includes passwords (docs/rules.md#second-look). */
export function findRequest(text: string): "money" | "code" | null {
  if (MONEY.test(text)) return "money";
  return CODE.test(text) ? "code" : null;
}

export function asksForMoneyOrCode(content: string): boolean {
  return findRequest(simplify(content)) !== null;
}
