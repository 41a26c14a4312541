-- Housekeeping looks every hour for what is overdue; these tables grow with every sign-in, so it reads an index instead
-- of all of them. Challenges, captchas, counters and stored answers have theirs already.
create index access_tokens_by_expiry on access_tokens (expires_at);
create index known_devices_by_use on known_devices (last_used_at);
create index mail_links_by_end on mail_links (coalesce(ended_at, expires_at));

-- Messages of the contact form are kept for a year (privacy policy, retention).
create index contact_messages_by_age on contact_messages (created_at);
grant delete on contact_messages to {app_role};
