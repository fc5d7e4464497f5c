/** Anyone can answer every question. No question asks for an address, an employer or a full name. */
export const DECK: readonly string[] = [
  "What did you do today that nobody will ask you about?",
  "Which sound do you associate with home?",
  "What is something you changed your mind about this year?",
  "What do you cook when nobody is looking?",
  "Which small thing are you unreasonably good at?",
  "What was the last thing that made you laugh out loud?",
  "If tomorrow were free, really free, how would it begin?",
  "Which book or film do you press on people, and do they thank you?",
  "What is the view from where you are sitting?",
  "What were you like at eleven?",
  "Which place would you go back to without changing a thing?",
  "What do you know far too much about?",
  "What is the best advice you never followed?",
  "Which smell takes you back at once, and where to?",
  "What is a rule you live by that you made up yourself?",
  "What did you believe for much too long?",
  "Are you early, late, or exactly on time? Defend it.",
  "What would your friends say you always order?",
  "Which ordinary object in your room has a story?",
  "What are you looking forward to, however small?",
  "What was the last thing you learned to do with your hands?",
  "Which word do you love, in any language?",
  "What do you miss that you could have again tomorrow?",
  "What is your most defensible bad habit?",
  "When did a stranger last surprise you?",
  "What would you put in a museum of your own life?",
  "Which season are you, and why?",
  "What do you do with a free hour and no telephone?",
  "What is the longest you have stayed awake, and for what?",
  "Which compliment do you still remember?",
  "What did you want to be before you knew what work was?",
  "Do you read the last page first? What else do you spoil for yourself?",
  "What is the bravest thing you have done that looked like nothing?",
  "Which meal would you eat every week for a year?",
  "What is a place everybody likes that you don’t?",
  "What music did you grow up with by accident?",
  "What do you keep meaning to begin?",
  "Which question do you wish people would ask you?",
  "What is the kindest thing you have seen this month?",
  "What is in your pockets right now?",
  "Which of your opinions is the least popular and the most harmless?",
  "What would you do again, knowing how it ended?",
  "What is the strangest job you have ever done?",
  "If you wrote a newspaper column, what would it be called?",
  "Which skill would you have by tomorrow if you could?",
  "What do you notice first in a room?",
  "What is the best thing within ten minutes of your door?",
  "Which animal would you trust with a secret?",
  "What did you use to be afraid of?",
  "What is a small luxury you refuse to give up?",
  "Which day of the last year would you keep?",
  "What is your favourite kind of weather, and what do you do in it?",
  "What have you made that you are proud of?",
  "Which argument do you enjoy having?",
  "What would you serve at a dinner for someone you want to impress?",
  "What is the oldest thing you own?",
  "When do you feel most like yourself?",
  "What is the best present you ever gave?",
  "Which of your habits would puzzle a visitor?",
  "What is the last photograph you took, in words?",
  "What do you do when you can’t sleep?",
  "Which fictional house would you live in?",
  "What is a question you still can’t answer?",
  "What did your grandparents know that you don’t?",
  "Which colour are you drawn to, and what have you got in it?",
  "What is the most beautiful thing you have seen from a window?",
  "What can you talk about for an hour without notes?",
  "Which journey was better than its destination?",
  "What is something you do slowly on purpose?",
  "What do people get wrong about where you come from?",
  "What would you name a boat?",
  "Which song do you know every word of, against your will?",
  "What was your first favourite thing on the internet?",
  "What do you collect, even if you would not call it that?",
  "What is the last thing you repaired?",
  "Tea, coffee, or a third way? How exactly?",
  "Which door would you like to open once, just to look?",
  "What is a tradition you would start?",
  "What makes a good evening?",
  "What did you think this year would be like?",
  "Which teacher do you still hear in your head?",
  "What is something that everybody should try once?",
  "What is the funniest misunderstanding you were part of?",
  "If you had a stall at a market, what would you sell?",
  "Which language would you like to dream in?",
  "What do you never throw away?",
  "What is the nearest thing you have to a superpower?",
  "When was the last time you were completely lost?",
  "Which cliché turned out to be true?",
  "What do you eat at the window with the fridge open?",
  "What was the best part of the worst holiday?",
  "What is your idea of a good walk?",
  "Which letter would you like to find in the post?",
  "What do you wish you had asked somebody?",
  "What is one thing you would not change about your days?",
  "Which game do you always want to win?",
  "What is the first thing you would show me in your town?",
  "What have you given up on, happily?",
  "What is the most useful thing you own that cost almost nothing?",
  "Which century would you visit for an afternoon?",
  "What do you do better at night?",
  "What was the last thing you read twice?",
  "Which plant, dish or pet has survived you longest?",
  "What is a sentence you say too often?",
  "What is the most generous thing anybody did for you?",
  "Which noise could you do without?",
  "What would you like to be asked in twenty years?",
  "What is worth getting up before sunrise for?",
  "Which invention do you think we underrate?",
  "What did you find out too late, and what just in time?",
  "What is your comfort film, and at which scene do you look up?",
  "What would the title of today be?",
  "Which of your clothes has been everywhere with you?",
  "What do you daydream about while waiting in line?",
  "What is a fact you can’t stop telling people?",
  "Which crossroads do you sometimes think back to?",
  "What is the best thing about getting older so far?",
  "What do you like about the place where you live that isn’t in any guide?",
  "Which sport, craft or dance looks easy and isn’t?",
  "What would you do with a garden of any size?",
  "What was the last thing that moved you?",
  "If we had a table and two chairs now, where would they stand?",
  "What is your part in a group of friends?",
  "Which promise to yourself have you kept?",
  "What do you hope nobody ever modernises?",
  "How do you celebrate small victories?",
  "What is the best conversation you remember, and what was it about?",
  "What would you write on the first page of a new notebook?",
];

/** Asked about a sentence of the partner's bio. Each question fits any sentence. */
const AFTER_A_SENTENCE = [
  "How did that begin?",
  "What would I not guess about that?",
  "Tell me the story behind it.",
  "What made you write that?",
];

/** In UTF-16 code units. A shorter sentence says too little, and a longer one fills a phone's screen. */
const QUOTED_MIN = 12;
const QUOTED_MAX = 90;

/**
 * Both members get the same questions from the deck. The third question quotes the partner's bio if it has a suitable
 * sentence.
 */
export function chooseStarters(conversationId: string, bio: string | null): string[] {
  const seed = hash(conversationId);
  const first = seed % DECK.length;
  // At least 1 and less than half of the deck, so the three questions differ.
  const step = 1 + (hash(`${conversationId}:step`) % (Math.floor(DECK.length / 2) - 1));
  const fromDeck = (i: number) => DECK[(first + i * step) % DECK.length] as string;
  const sentence = bio === null ? null : chooseSentence(bio, seed);
  const question = AFTER_A_SENTENCE[seed % AFTER_A_SENTENCE.length] as string;
  return [fromDeck(0), fromDeck(1), sentence === null ? fromDeck(2) : `“${sentence}” ${question}`];
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

function chooseSentence(bio: string, seed: number): string | null {
  const sentences = bio
    .split("\n")
    .flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()))
    .filter(
      (text) =>
        text.length >= QUOTED_MIN &&
        text.length <= QUOTED_MAX &&
        text.split(/\s+/u).length >= 3 &&
        !/[?“”"]/u.test(text),
    );
  return sentences[seed % sentences.length] ?? null;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193);
  }
  return value >>> 0;
}
