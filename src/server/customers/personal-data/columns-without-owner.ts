import type { ClassifiedTable } from './rows-of.ts'

/** Tables with something of a person whose rows belong to no account. */
export const tablesWithoutOwner: Record<string, ClassifiedTable> = {
  consignees: {
    noOwnRows: 'people of the organisation: its owner erases them in the book; orders keep whom goods were given to',
    personal: 'name surname patronymic phone comment',
    law: 'attorney_number attorney_date attorney_valid_to file_key file_name',
    plain: 'id organisation_id company file_type file_bytes deleted',
  },
  addresses: {
    noOwnRows: 'places of the organisation: its owner deletes them',
    personal: 'full_address comment',
    plain: 'id organisation_id postindex is_main delivery_zone_id deleted',
  },
  contragents: {
    noOwnRows: 'requisites of a party to contracts: primary documents name them',
    law: 'company full_name inn ogrn legal_address actual_address head_name bank account phone email',
    plain: 'id organisation_id code1c legal_form kpp head_post bik correspondent_account register_checked status',
  },
  personal_managers: {
    noOwnRows: 'the card of a salesperson that buyers see: an administrator edits it',
    personal: 'name phone email',
    plain: 'id',
  },
  sellers: {
    noOwnRows: 'our own requisites, printed on documents',
    law: 'company full_name inn ogrn legal_address phone email head_name accountant_name bank account',
    plain: 'id code1c kpp head_post bik correspondent_account vat is_default',
  },
  organisations: {
    noOwnRows: 'the name of a sole proprietor is a person: contracts name it',
    law: 'name',
    plain: 'id status demo personal_manager_id created_at merged_into_id merged_at',
  },
  customer_notes: {
    noOwnRows: 'notes of staff about an organisation; the author deletes them',
    personal: 'text',
    plain: 'id organisation_id author_id client_key created_at',
  },
  currency_rates: {
    noOwnRows: 'who of the staff set a rate',
    personal: 'account_id',
    plain: 'currency starts_on nominal rate source set_at applied',
  },
  price_conditions: {
    noOwnRows: 'who of the staff set a discount or a price',
    personal: 'account_id',
    plain: `id code1c contract_id price_type_id discount category_id brand_id product_id price_kopecks starts_on ends_on
      set_at`,
  },
  act_matches: {
    noOwnRows: 'answers to lines of a signed act',
    law: 'comment reply_reason',
    plain: 'act_id match outcome cause effect_kopecks answer reply',
  },
  shipping_documents: {
    noOwnRows: 'primary documents of a contract: they name who signed and received',
    law: 'edo_by file_key',
    plain: `id code1c contract_id kind paper number day sum_kopecks vat_kopecks order_id basis edo edo_on valid_to
      file_bytes active digest file_digest`,
  },
  order_lines: {
    noOwnRows: 'notes of a line stand on documents',
    law: 'note',
    plain: `order_id position product_id warehouse_id name articul unit quantity_milli price_kopecks sum_kopecks
      vat_percent shipped_milli cancelled reserved_milli changed_from_milli price_source`,
  },
  captchas: {
    noOwnRows: 'of nobody yet; gone in ten minutes',
    secret: 'token_hash answer',
    plain: 'in_words expires_at',
  },
  setup_tokens: {
    noOwnRows: 'of the first start',
    secret: 'token_hash',
    plain: 'created_at',
  },
  exchange_sessions: {
    noOwnRows: "1C's own sessions",
    secret: 'token_hash',
    plain: 'id account_id type started_at last_seen_at closing_at followed_by ended_at repeats_run_id',
  },
}
