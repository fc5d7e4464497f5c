-- The demo that npm start loads once: invented people, all adults, on reserved addresses, with the password "a quiet evening"; a
-- published run for each of seven days; messages of today and yesterday; a block with a report for the desk.

with people (n, name, dob, gender, location, latitude, longitude, timezone, bio) as (values
  (0, 'Ines Caldeira', '1991-04-18', 'Female', 'Porto, Porto, Portugal', 41.1, -8.6, 'UTC+00:00',
    'Runs the late shift at a small radio station. Collects lighthouse postcards and bad puns.'),
  (1, 'Tomas Lindqvist', '1988-11-02', 'Male', 'Gothenburg, Västra Götaland, Sweden', 57.7, 12.0, 'UTC+01:00',
    'Restores wooden boats.' || char(10) || 'Will talk about varnish if you let him.'),
  (2, 'Maren Okafor', '1994-07-30', 'Female', 'Leeds, England, United Kingdom', 53.8, -1.5, 'UTC+00:00',
    'Teaches physics, dances badly, cooks well.'),
  (3, 'Yusuf Demirel', '1985-02-11', 'Male', 'Izmir, Izmir, Turkey', 38.4, 27.1, 'UTC+03:00',
    'Night trains, long novels, short espressos.'),
  (4, 'Robin Hale', '1996-09-05', 'Non-Binary', 'Lyon, Auvergne-Rhône-Alpes, France', 45.7, 4.8, 'UTC+01:00',
    'Botanist in a city without a garden. Forty-one houseplants and counting.'),
  (5, 'Noor van Dijk', '1990-12-21', 'Female', 'Utrecht, Utrecht, Netherlands', 52.1, 5.1, 'UTC+01:00', null),
  (6, 'Elias Brandt', '1982-06-14', 'Male', null, null, null, null,
    'Makes maps for a living and still gets lost on the way home.'))
insert or ignore into members (id, name, search_name, dob, gender, location, latitude, longitude, timezone, bio, is_admin, email,
  minimum_age_preference, maximum_age_preference, password_hash, email_verified_at, created_at)
select 'demo' || n, name, lower(name), dob, gender, location, latitude, longitude, timezone, bio, n = 0,
  lower(substr(name, 1, instr(name, ' ') - 1)) || '@happenstance.example', iif(n = 3, 28, null), iif(n = 3, 60, null),
  '$2b$10$QrQafYJuK7NRtBAo8xoUDOiz6i8aAypr5xSghYfHCZtfpsI8/YVGi', 0, (unixepoch('now', 'start of day', '-7 days') + n) * 1000
from people;

insert or ignore into consents (sequence, member_id, kind, version, created_at)
select substr(id, 5) + 1, id, 'notified', '2026-11-28', created_at from members where id like 'demo_';

insert or ignore into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, members, pairs, unmatched, proven_maximum,
  started_at, published_at, duration_ms)
select 'run' || value, date(start, 'unixepoch'), date(start, 'unixepoch'), 'cron', 'published', start * 1000, hex(randomblob(16)),
  7, 3, 1, 1, start * 1000, start * 1000 + 60 + value, 60 + value
from (select value, unixepoch('now', 'start of day', -value || ' days') as start from json_each('[0,1,2,3,4,5,6]'));

-- Over seven days, each of seven members meets every other one once, and is left out once.
insert or ignore into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at, user1_card, user2_card)
with cards (id, place, card) as (select id, cast(substr(id, 5) as integer), json_object('name', name, 'avatar_url', avatar_url,
  'gender', gender, 'location', location, 'latitude', latitude, 'longitude', longitude, 'shared_languages', json('[]'),
  'age', date() - dob - (strftime('%m-%d') < substr(dob, 6))) from members where id like 'demo_')
select printf('%032x', substr(r.id, 4) * 100 + one.place * 10 + other.place), r.id, one.id, other.id, r.date,
  (unixepoch(r.date) + 86400) * 1000, one.card, other.card
from pairing_runs r join cards one join cards other
where r.id like 'run_' and one.place < other.place and (one.place + other.place) % 7 = (substr(r.id, 4) + 1) % 7;
insert or ignore into day_offs (run_id, member_id)
select r.id, m.id from pairing_runs r join members m
where r.id like 'run_' and m.id like 'demo_' and substr(m.id, 5) * 2 % 7 = (substr(r.id, 4) + 1) % 7;

-- Today's three talks, and yesterday's talk that ended in a block and a report. Jobs import the messages.
insert into jobs (conversation_id, kind, created_at, detail)
with lines (run, talk, line, side, content) as (values
  ('run0', 0, 5, 0, 'Good evening! So chance has picked the two of us.'),
  ('run0', 0, 4, 1, 'It has taste, then. How was your day?'),
  ('run0', 0, 3, 0, 'Long, but the light over the river just now made up for it.'),
  ('run0', 0, 2, 1, 'I had rain and a very good soup. I call it even.'),
  ('run0', 0, 1, 0, 'What kind of soup? This matters.'),
  ('run0', 1, 3, 0, 'Hello there. What is the best thing you did this week?'),
  ('run0', 1, 2, 1, 'I finally fixed the clock in my kitchen. It had been ten past four since March.'),
  ('run0', 1, 1, 0, 'So you gave up living in permanent teatime?'),
  ('run0', 2, 4, 1, 'Hi! Do you believe in coincidence?'),
  ('run0', 2, 3, 0, 'After three weeks here I have no choice.'),
  ('run0', 2, 2, 1, 'Fair. Tell me something you know far too much about.'),
  ('run0', 2, 1, 0, 'The history of the umbrella. You will regret asking.'),
  ('run1', 1, 4, 0, 'hey, send me your number'),
  ('run1', 1, 3, 1, 'I''d rather talk here first.'),
  ('run1', 1, 2, 0, 'come on, buy my course at least. limited offer!!'),
  ('run1', 1, 1, 1, 'No, thank you. Good night.')),
said (id, line, sender, content, at) as (select p.id, line, iif(side, user2_id, user1_id), content,
  iif(p.run_id = 'run0', unixepoch(), p.expires_at / 1000 - 14400) * 1000 - line * min(540000, (unixepoch() % 86400) * 200)
  from (select *, row_number() over (partition by run_id order by id) - 1 as talk from pairings) p
  join lines l on l.run = p.run_id and l.talk = p.talk)
select id, 'import', unixepoch() * 1000, json_object('messages', json_group_array(json_object('id',
  printf('%012x%s', at, lower(hex(randomblob(13)))), 'sender_id', sender, 'content', content, 'client_id', null, 'created_at', at,
  'read_at', iif(line > 1, at + 20000, null)) order by line desc)) from said group by id;
update pairings set user1_opened = 1, user2_opened = 1 where id in (select conversation_id from jobs where kind = 'import');

insert or ignore into blocks (id, blocker_id, blocked_id, created_at)
select 'demo', user2_id, user1_id, expires_at - 14300000
from pairings p join jobs on conversation_id = p.id and kind = 'import' where run_id = 'run1';
insert or ignore into reports (id, reporter_id, reported_id, conversation_id, reason, details, created_at, evidence)
select 'demo', user2_id, user1_id, p.id, 'spam', 'Wanted my number at once, then tried to sell me a course.', expires_at - 14200000,
  (select json_group_array(json_object('message_id', value ->> 'id', 'content', value ->> 'content', 'sender_id', value ->> 'sender_id',
    'sender_name', (select name from members where id = value ->> 'sender_id'), 'created_at', value ->> 'created_at'))
  from json_each(detail, '$.messages'))
from pairings p join jobs on conversation_id = p.id and kind = 'import' where run_id = 'run1';
