-- Spellings of 1C that the migration of currency rates did not know, or stored in capitals. It compared by lower(),
-- which leaves Cyrillic alone in a database with the locale C: letters are folded here by a list. Prices follow with
-- the next exchange.
UPDATE price_types SET currency = known.code FROM (VALUES
  ('RUB', ARRAY['', 'р', 'руб', 'rub', 'rur', '643', '810', '₽', 'рубль', 'рубли', 'российский рубль']),
  ('AED', ARRAY['aed', 'дирхам оаэ', '784', 'дирхам']),
  ('AMD', ARRAY['amd', 'армянский драм', '051', 'драм']),
  ('BYN', ARRAY['byn', 'белорусский рубль', '933', 'бел. руб', 'бел.руб', 'byr']),
  ('CHF', ARRAY['chf', 'швейцарский франк', '756', 'франк']),
  ('CNY', ARRAY['cny', 'юань', '156', 'юани', 'юаней', 'rmb']),
  ('EUR', ARRAY['eur', 'евро', '978', '€']),
  ('GBP', ARRAY['gbp', 'фунт стерлингов', '826', '£', 'фунт']),
  ('GEL', ARRAY['gel', 'лари', '981']),
  ('HKD', ARRAY['hkd', 'гонконгский доллар', '344', 'hk$']),
  ('INR', ARRAY['inr', 'индийская рупия', '356', 'рупия']),
  ('JPY', ARRAY['jpy', 'иена', '392', 'йена', 'иены', 'йены']),
  ('KGS', ARRAY['kgs', 'киргизский сом', '417', 'сом']),
  ('KRW', ARRAY['krw', 'вона', '410', 'вон', '₩']),
  ('KZT', ARRAY['kzt', 'тенге', '398', 'тг', '₸']),
  ('PLN', ARRAY['pln', 'злотый', '985', 'злотые', 'zł']),
  ('TJS', ARRAY['tjs', 'сомони', '972']),
  ('TRY', ARRAY['try', 'турецкая лира', '949', 'лира', '₺']),
  ('UE', ARRAY['ue', 'условная единица', 'уе', 'у.е', 'у. е', 'у е', 'уe', 'у.e', 'у. e', 'у e', 'yе', 'y.е',
    'y. е', 'y е', 'ye', 'y.e', 'y. e', 'y e', 'u.e', 'условные единицы', 'усл. ед', 'усл.ед']),
  ('USD', ARRAY['usd', 'доллар сша', '840', '$', 'долл', 'дол', 'доллар', 'доллары', 'долл. сша', 'доллары сша',
    'us$']),
  ('UZS', ARRAY['uzs', 'узбекский сум', '860', 'сум'])
) known (code, spellings)
WHERE price_types.currency <> known.code AND known.spellings @> ARRAY[regexp_replace(
  btrim(regexp_replace(translate(price_types.currency,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯŁ' || chr(160),
    'abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюяł '), '\s+', ' ', 'g')), '\.$', '')];
