-- A practice that arrived from elsewhere has its imports without their files: what their columns show of them went with the
-- file alone, so it outlived whoever was erased there. The function of 0054, for those too.

-- What no law keeps, of a file that stays: wishes, drafts, mails, what it was imported from, contact data and picture.
create or replace function erase_optional(erasure bigint, alias bigint default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
  gone bigint[];
begin
  if whom is null then
    return false;
  end if;
  insert into public.erasure_bytes (practice_id, erasure_id, storage_key)
  select practice, erasure, key from (
    select p.profile_image_key || size as key from public.patients p, unnest(array['_thumb.webp', '_hires.webp']) size
    where p.practice_id = practice and p.id = whom and p.profile_image_key is not null
    union
    -- A picture that a merge put another one in the place of.
    select (m.contact::json->'profile_image_key'->>'before') || size from public.patient_merges m,
      unnest(array['_thumb.webp', '_hires.webp']) size
    where m.practice_id = practice and m.patient_id = whom and m.contact::json->'profile_image_key'->>'before' is not null
    union
    select i.storage_key from public.imports i where i.practice_id = practice and i.storage_key is not null
      and i.state in ('done', 'undone', 'failed') and exists (select from public.import_rows r
        where r.practice_id = practice and r.import_id = i.id and r.patient_id = whom)
  ) bytes on conflict do nothing;
  update public.imports i set storage_key = null,
    matching = (i.matching::jsonb || jsonb_build_object('preview', '[]'::jsonb, 'columns', (
      select coalesce(jsonb_agg(one || '{"samples": []}'::jsonb order by place), '[]'::jsonb)
      from jsonb_array_elements(i.matching::jsonb->'columns') with ordinality as c (one, place))))::text
  where i.practice_id = practice and i.state in ('done', 'undone', 'failed')
    and exists (select from public.import_rows r
      where r.practice_id = practice and r.import_id = i.id and r.patient_id = whom);
  update public.import_rows set cells = '[]', patient = null, faults = '[]', hints = '[]', name = '', external_id = '',
    file_id = null, social_key = null, name_key = null, birth_date = null, item = null, patient_ref = null, found = '[]',
    gone_name = null, start_at = null, end_at = null
  where practice_id = practice and patient_id = whom;
  delete from public.imported_patients where practice_id = practice and patient_id = whom;
  select coalesce(array_agg(id), '{}') into gone from public.wait_list where practice_id = practice and patient_id = whom;
  delete from public.wait_list_versions where practice_id = practice and wait_list_id = any(gone);
  delete from public.wait_list where practice_id = practice and id = any(gone);
  delete from public.drafts where practice_id = practice and patient_id = whom;
  delete from public.appointment_mails where practice_id = practice and patient_id = whom;
  -- What the patient was called and where they lived before; a version of what stays is kept by the application.
  delete from public.patient_versions where practice_id = practice and patient_id = whom;
  -- What a merge changed of the contact data can be put back no more; that of an alias goes with whom it became.
  update public.patient_merges set contact = '{}' where practice_id = practice and patient_id = whom;
  update public.patients set phone = null, mobile = null, email = null, address = null, note = null, language = null,
    mail_reminders = false, profile_image_key = null, version = version + 1, updated_at = now()
  where practice_id = practice and id = whom;
  return true;
end $$;
