import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
} from "obscenity";
import { compile, findRequest, MONEY_PARTS, simplify } from "./money-request";

/** What a message can resemble (docs/rules.md#second-look). The result is never stored or sent. */
export type Likeness = "insult" | "threat" | "pressure" | "money" | "code" | "app";

/**
 * A message in lower case with each rude word replaced by its kind. RUDE words are said of people, SEX words of bodies,
 * COARSE words of both, FUCK of anything. UNKIND words are those that we add to the library's list.
 */
type Reading = string;

const UNKIND =
  "idiot moron imbecile loser stupid dumb ugly hideous pathetic worthless useless disgusting pig cow trash garbage scum freak creep psycho coward fat skank tramp";
/** Every word of the library that is not listed here is RUDE. */
const KINDS: Record<string, string> = {
  COARSE: "arse ass cock dick dyke fag hooker pussy shit slut spastic tranny turd wank",
  SEX: "anal blowjob boob buttplug cum deepthroat dildo doggystyle ejaculate fellatio handjob masturbate orgasm orgy penis sex tit vagina",
  FUCK: "fuck",
  UNKIND,
  // Ignored, because these words are harmless in another language or sense.
  NONE: "abo anus bollocks felch hentai incest negro piss porn rape scat semen",
};
const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind])),
);
/** Praise that contains a rude word. */
const PRAISE = /^(?:bad|kick|smart)-?ass(?:es)?$/;

const words = new DataSet<{ originalWord: string }>().addAll(englishDataset);
for (const word of UNKIND.split(" ")) {
  words.addPhrase((phrase) =>
    phrase.setMetadata({ originalWord: word }).addPattern(parseRawPattern(`|${word}|`)),
  );
}
const matcher = new RegExpMatcher({ ...words.build(), ...englishRecommendedTransformers });

function read(text: string): Reading {
  let reading = "";
  let at = 0;
  for (const match of matcher.getAllMatches(text, true)) {
    if (match.startIndex < at) continue;
    const { phraseMetadata } = words.getPayloadWithPhraseMetadata(match);
    const kind = KIND_OF.get(phraseMetadata?.originalWord ?? "") ?? "RUDE";
    if (kind === "NONE") continue;
    const start =
      match.startIndex - (/[\p{L}*]*$/u.exec(text.slice(at, match.startIndex))?.[0].length ?? 0);
    const end =
      match.endIndex + 1 + (/^[\p{L}*]*/u.exec(text.slice(match.endIndex + 1))?.[0].length ?? 0);
    const word = text.slice(start, end);
    // "Fat-free" and "badass" are not insults.
    if ((kind === "UNKIND" && text[end] === "-") || PRAISE.test(word)) continue;
    reading +=
      text.slice(at, start) +
      (/^mother|^(?:dumb|fat|jack)-?ass|(?:head|face|hole)s?$/.test(word) ? "RUDE" : kind);
    at = end;
  }
  return reading + text.slice(at);
}

const PARTS = {
  ...MONEY_PARTS,
  YOU_ARE: /\b(?:you(?:'?re| are| r)|u (?:r|are)|ure)\b/,
  I_WILL: /\b(?:i'?ll|i will|i(?:'?m| am) (?:going to|gonna)|imma|i swear i'?ll)\b/,
  INSULT: /RUDE|COARSE|UNKIND/,
  FILL: /(?:(?:an?|such|so|some|nothing but|just|really|very|too|total|totally|complete|completely|absolute|absolutely|utter|little|big|old|crazy|lazy|lying|sick|nasty|dirty|filthy|stuck-up|damn|bloody|freaking|of|and|piece|FUCK|RUDE|COARSE|UNKIND) ){0,5}/,
  BODY: /SEX|COARSE|nudes?|naked|breasts?|underwear|lingerie|panties|butt/,
  PICTURE: /pics?|pictures?|photos?|selfies?|videos?|vids?/,
  APP: /\b(?:whats ?app|telegram|signal|snap(?:chat)?|insta(?:gram)?|ig|discord|kik|viber|wechat|messenger|facebook|fb|skype|imessage|tiktok|threema)\b/,
};

const THREAT = compile(
  PARTS,
  /<I_WILL> (?:\w+ ){0,2}(?:kill|hurt|stab|shoot|rape|punch|strangle|choke|murder|harm|slap|destroy|hunt) (?:down )?<YOU>/,
  /<I_WILL> (?:\w+ ){0,2}(?:beat|find|cut|get) <YOU>(?=[.!]|$| and| when| up| if)/,
  /<I_WILL> (?:break|smash|ruin) <YOUR> (?:legs?|neck|face|arms?|bones?|jaw|nose|life|teeth)/,
  /\bi(?:'?ll| will)? (?:know|find out|found out) where <YOU> (?:live|work|sleep)/,
  /\bor (?:else )?<YOU>(?:'?ll| will| are going to) (?:regret|be sorry|pay)/,
  /<YOU>(?:'?ll| will) (?:regret|be sorry|pay)\b[^.!?]{0,30}\b(?:if|when) <YOU>/,
  /<YOU>(?:'?ll| will) (?:pay for|regret) (?:this|that|ignoring|blocking)/,
  /\bi hope <YOU> (?:die|rot|suffer|choke|get (?:hurt|hit|raped))/,
  /(?<!not |n't |never |to )\bkill (?:yourself|urself|your self)/,
  /\bkys\b|\bgo (?:and )?die\b|\bdrop dead\b/,
  /\bwatch <YOUR> back\b|\bteach <YOU> a lesson\b|<YOU_ARE> dead(?: meat)?(?=[.!]|$)/,
  /\bi(?:'?ll| will|'m going to| can| could) (?:post|share|publish|leak|send|show)\b[^.!?]{0,30}<YOUR> (?:\w+ )?(?:<PICTURE>|nudes?|secrets?|messages|address)[^.!?]{0,15}\b(?:online|public|everyone|everybody|on the internet|your (?:family|friends|boss|parents))/,
  /\bi(?:'m| am) coming for <YOU>(?=[.!]|$)|\b(?:try|again|ignore|block|leave)\b[^.!?]{0,20}\bsee what happens\b/,
  /\bwish <YOU> (?:were|was) never born\b|\bi (?:could|should|want to|wanna|will) (?:slit|cut|break|snap) <YOUR> (?:throat|neck)\b/,
  /\bdeserve to (?:die|be (?:raped|hit|hurt|beaten))\b|\bdie slow(?:ly)?\b|\byour (?:boss|family|wife|husband|parents|friends) will (?:see|know|hear|find out)\b/,
  /\bor else[.!]*$|\bmake <YOUR> life (?:hell|miserable)\b/,
);

const PRESSURE = compile(
  PARTS,
  /\b(?:send|show|give)(?: me| us)? (?:(?:your|ur|some|an?|one|more|any|sexy|hot|of|you|yourself|<PICTURE>) ){0,5}(?:<BODY>)/,
  /\b(?:send|show|share|owe|want|trade|give|take)\b[^.!?]{0,40}\b(?:nude|naked|sexy|topless|dirty|naughty|SEX|COARSE) (?:<PICTURE>)\b/,
  /\b(?:wanna|want to|want you to|let me|can i|could i|going to|gonna|love to|need to|like to) (?:\w+ ){0,2}(?:FUCK|lick|suck|touch|taste|undress|spank|bang) (?:<YOU>|<YOUR>|me\b|my\b)/,
  /\b(?:wanna|want to|would you|let's|lets|can we|could we|are you|shall we) (?:\w+ ){0,3}(?:have|for|having) (?:\w+ )?SEX/,
  /\b(?:see|suck|touch|lick|ride|want) my (?:\w+ )?(?:SEX|COARSE)/,
  /\bwhat(?:'?s| is| are| r)? <YOU>(?: are)? wearing(?= ?(?:[?!.]|$)| (?:under|right now|now|rn|in bed|tonight))/,
  /\b(?:what'?s|what is|tell me|how big (?:is|are)) <YOUR> (?:bra|cup|breasts?|SEX|COARSE)/,
  /\b(?:are|r) <YOU> (?:\w+ )?(?:horny|naked|turned on|a virgin|still a virgin)\b/,
  /\bi'?m (?:so |really )?(?:horny|turned on)\b/,
  /<YOU> know (?:that )?<YOU> want (?:it|me|this)\b|\bplaying hard to get\b|\bdon'?t be (?:an? |such an? |so )?(?:prude|prudish|tease)\b/,
  /\bif <YOU> (?:\w+ )?(?:liked?|loved?|trust(?:ed)?) me,? <YOU>(?:'?d| would|'?ll| will) (?:send|show)/,
  /\b(?:describe|show me|talk about|tell me about) <YOUR> (?:\w+ )?body\b|<YOU> (?:like|do|want|enjoy) in bed\b/,
  /\b(?:sit on my|spread <YOUR> legs)\b|\btake <YOUR> (?:clothes|top|shirt|bra|panties) off\b|\btake off <YOUR> (?:clothes|top|shirt|bra|panties)/,
  /\btouching myself\b|\blook (?:good|better|great|hot) (?:without (?:clothes|your)|naked)\b|\bhow do <YOU> like to be touched\b|\bshave down there\b/,
  /\b(?:send|show)\b[^.!?]{0,30}\b(?:<PICTURE>)[^.!?]{0,15}\bin (?:the shower|bed|(?:your )?(?:underwear|bikini|lingerie))\b|\b(?:are|r) <YOU> into (?:\w+ )?SEX/,
  /\bsend (?:me )?(?:<PICTURE>)\b[^.!?]{0,15}\b(?:sexy|hot|naked|nude)\b|\bi want you (?:\w+ )?(?:naked|in my bed)\b|\bdo <YOU> swallow\b/,
);

const INSULT = compile(
  PARTS,
  /<YOU_ARE> <FILL>(?:<INSULT>)/,
  /\bur (?:an? |such an? |so |just |too )<FILL>(?:<INSULT>)|\bur (?:<INSULT>)(?=[.!]|$)/,
  // An insult to the reader, unless it is part of a question or of a statement about others.
  /(?<!\b(?:are|were|do|did|have|call|called|calls|that|if|when) )<YOU> <FILL>(?:<INSULT>)/,
  /^<FILL>RUDE[.!]*$|^(?:[\w-]+ )?(?:FUCK|<INSULT>) (?:<INSULT>)[.!]*$/,
  /FUCK (?:<YOU>|off\b)|\bscrew you\b|\bgo to hell\b/,
  /\bwhat an? <FILL>(?:<INSULT>) (?:\w+ )?(?:<YOU>) (?:are|r)\b/,
  /\b(?:nobody|no ?one|no-one) (?:\w+ ){0,3}(?:likes?|loves?|wants?|dates?|misses|cares about) (?:<YOU>|(?:someone|somebody|anyone) (?:like|as))(?! to\b)/,
  /\bno wonder (?:<YOU_ARE>|ur) (?:\w+ )?(?:alone|single|lonely)\b/,
  /<YOU> (?:make me sick|disgust me)\b|\bi hate <YOU>[.!]*$/,
  /\b(?:eat|suck) an? (?:SEX|COARSE)/,
  /<YOU> (?:sound|look|act|seem) (?:like )?<FILL>(?:<INSULT>)|^(?:FUCK|<INSULT>) (?:RUDE|COARSE)\b/,
);

const APP = compile(
  PARTS,
  /\b(?:add|find|write|text|message|reach|contact|follow|call|dm|hit)(?: me)?(?: up)?(?: to me)?(?: on| at| in| via| through)?(?: my)? (?:<APP>)/,
  /\b(?:text|call|phone|ring|message) me (?:at |on |under )?\+?\d[\d -]{5}|\bmy number(?: is|:) ?\+?\d/,
  /\b(?:let'?s|can we|could we|shall we|wanna|want to|we (?:could|should)|why don'?t we) (?:\w+ ){0,3}(?:on|to|in|via|through) (?:<APP>)/,
  /\bdo <YOU> have (?:an? )?(?:<APP>)(?= ?[?.!,]|$)/,
  /\b(?:what'?s|what is|give me|send me|tell me|(?:can|could|may) i (?:get|have)) <YOUR> (?:(?:phone|mobile|cell|real) )?(?:<APP>(?= ?[?.!,]|$)|(?:number|phone|mobile|cell)(?! one\b| 1\b)\b|socials\b)/,
  /\bmy (?:<APP>)(?: is|:) ?@/,
  /<YOU> (?:on|got) (?:<APP>)(?= ?[?.!,]|$)|\bmy number'?s? ?\+?\d[\d -]{5}/,
);

export function lookAgain(content: string, isEarly: boolean): Likeness | null {
  const text = simplify(content);
  const reading = read(text);
  if (THREAT.test(text)) return "threat";
  if (PRESSURE.test(reading)) return "pressure";
  if (INSULT.test(reading)) return "insult";
  return findRequest(text) ?? (isEarly && APP.test(text) ? "app" : null);
}
