CREATE VIEW `blocked_pairs` AS select blocker_id as one_id, blocked_id as other_id, created_at from blocks
      union all select blocked_id, blocker_id, created_at from blocks;--> statement-breakpoint
CREATE VIEW `published_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.rowid as row_number
      from pairings p
      where exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published');--> statement-breakpoint
CREATE VIEW `unblocked_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.row_number
      from published_pairings p
      where not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
        and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id);