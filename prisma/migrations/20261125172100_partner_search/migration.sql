-- Staff search names in any case and without accents. Folding 10,000 names in each search would take longer than the
-- search may, so that a folded name lies beside each name.
ALTER TABLE "partner" ADD COLUMN "search_name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "partner_profile" ADD COLUMN "search_title" TEXT NOT NULL DEFAULT '';

CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(translate(name, 'ıİIşŞçÇğĞöÖüÜâÂîÎûÛ', 'iiissccggoouuaaiiuu'))
$$;
CREATE FUNCTION fold_partner_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_name := fold_name(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER partner_search_name BEFORE INSERT OR UPDATE OF name, search_name ON "partner"
  FOR EACH ROW EXECUTE FUNCTION fold_partner_name();
CREATE FUNCTION fold_legal_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_title := coalesce(fold_name(NEW.legal_title), '');
  RETURN NEW;
END $$;
CREATE TRIGGER partner_profile_search_title BEFORE INSERT OR UPDATE OF legal_title, search_title ON "partner_profile"
  FOR EACH ROW EXECUTE FUNCTION fold_legal_title();
UPDATE "partner" SET "search_name" = fold_name("name");
UPDATE "partner_profile" SET "search_title" = coalesce(fold_name("legal_title"), '');
