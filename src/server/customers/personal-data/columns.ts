import { byAccount, byLogin, byLoginWithin, byParent, bySubject, type ClassifiedTable } from './rows-of.ts'

/** Children stand before their parents. */
export const tables: Record<string, ClassifiedTable> = {
  accounts: {
    title: 'Учётная запись',
    of: byAccount('id'),
    erasing: 'by-room',
    personal: 'login name phone',
    secret: 'password_hash',
    plain: `id role organisation_id enabled grants personal_manager_id order_limit_kopecks period_limit_kopecks
      limit_period price_politics created_at disabled_at invited_at deleted_at erased_at`,
  },
  sessions: {
    title: 'Сеансы',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'address user_agent created_at last_seen_at',
    secret: 'token_hash',
    plain: 'id account_id expires_at awaits_second_factor',
  },
  second_factors: {
    title: 'Второй фактор',
    of: byAccount(),
    erasing: 'deleted',
    secret: 'secret',
    plain: 'account_id confirmed_at last_step',
  },
  recovery_codes: {
    title: 'Запасные коды',
    of: byAccount(),
    erasing: 'deleted',
    secret: 'code_hash',
    plain: 'account_id',
  },
  password_resets: {
    title: 'Ссылки на новый пароль',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'created_at used_at',
    secret: 'token_hash',
    plain: 'account_id expires_at',
  },
  attempts: {
    title: 'Попытки входа',
    of: byLoginWithin('key'),
    erasing: 'deleted',
    personal: 'key at',
    plain: 'id open_until',
  },
  account_contracts: {
    title: 'Договоры, открытые вам',
    of: byAccount(),
    erasing: 'deleted',
    plain: 'account_id contract_id',
  },
  chosen_contracts: {
    title: 'Выбранный договор',
    of: byAccount(),
    erasing: 'deleted',
    plain: 'account_id contract_id',
  },
  chosen_warehouses: {
    title: 'Выбранный склад',
    of: byAccount(),
    erasing: 'deleted',
    plain: 'account_id contract_id warehouse_id',
  },
  basket_keys: {
    title: 'Добавленные списки',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'reply',
    plain: 'account_id key body_digest created_at',
  },
  basket_lines: {
    title: 'Строки корзин',
    of: byParent('basket_id', 'baskets'),
    erasing: 'deleted',
    personal: 'note',
    plain: `basket_id product_id warehouse_id quantity_milli shown_price_kopecks previous_price_kopecks
      available_then_milli added_at position`,
  },
  basket_removed_lines: {
    title: 'Строки, убранные из корзин',
    of: byParent('basket_id', 'baskets'),
    erasing: 'deleted',
    personal: 'note',
    plain: `basket_id product_id warehouse_id quantity_milli shown_price_kopecks previous_price_kopecks
      available_then_milli added_at position removed_at`,
  },
  baskets: {
    title: 'Корзины',
    of: byAccount(),
    erasing: 'deleted',
    plain: 'id account_id contract_id updated_at',
  },
  draft_lines: {
    title: 'Строки черновиков',
    of: byParent('draft_id', 'drafts'),
    erasing: 'deleted',
    personal: 'note',
    plain: 'draft_id product_id position quantity_milli price_kopecks step_milli warehouse_ids removed_at',
  },
  drafts: {
    title: 'Черновики и шаблоны',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'header',
    plain: `id account_id contract_id client_key every_days task next_on last_done_at created_at changed_at
      removed_at`,
  },
  favourite_list_goods: {
    title: 'Товары списков',
    of: byParent('list_id', 'favourite_lists'),
    erasing: 'deleted',
    plain: 'list_id product_id',
  },
  favourite_lists: {
    title: 'Списки избранного',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'name',
    plain: 'id account_id created_at',
  },
  favourites: {
    title: 'Избранное',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'created_at',
    plain: 'account_id product_id',
  },
  needs: {
    title: 'Ожидаемые товары',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'created_at',
    plain: 'account_id product_id in_stock',
  },
  arrival_watches: {
    title: 'Сообщить о поступлении',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'created_at',
    plain: 'account_id contract_id product_id',
  },
  compared_goods: {
    title: 'Сравнение',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'added_at',
    plain: 'account_id product_id',
  },
  seen_goods: {
    title: 'Просмотренные товары',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'seen_at',
    plain: 'account_id product_id',
  },
  saved_filters: {
    title: 'Сохранённые виды каталога',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'name address',
    plain: 'id account_id created_at',
  },
  notifications: {
    title: 'Уведомления портала',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'title text link read_at',
    plain: 'id account_id kind event_key created_at',
  },
  mails: {
    title: 'Письма портала',
    of: byLogin('recipient'),
    erasing: 'deleted',
    personal: 'recipient subject text',
    secret: 'link',
    plain: 'id event_key created_at sent_at attempts due_at last_error',
  },
  price_requests: {
    title: 'Запросы прайс-листов',
    of: byAccount(),
    erasing: 'blanked',
    personal: 'comment answer',
    plain: 'id account_id contract_id category_ids available_only state created_at answered_at answered_by',
  },
  price_list_files: {
    title: 'Прайс-листы',
    of: byAccount(),
    erasing: 'blanked',
    personal: 'name',
    secret: 'token',
    plain: `id account_id contract_id category_ids available_only origin state done_rows total_rows key size_bytes
      created_at lease_until attempts request_id attached`,
  },
  price_links: {
    title: 'Ссылки на прайс-листы',
    of: byAccount(),
    erasing: 'blanked',
    personal: 'name',
    secret: 'token',
    plain: 'last_used_at id contract_id account_id origin created_at revoked_at',
  },
  registration_events: {
    title: 'Переписка по заявке',
    of: byParent('request_id', 'registration_requests'),
    erasing: 'by-room',
    personal: 'text changes',
    plain: 'id request_id at kind account_id',
  },
  registration_requests: {
    title: 'Заявка на регистрацию',
    of: byAccount(),
    erasing: 'by-room',
    personal: `head_name contact_name phone email address user_agent registry_party staff_note decision_text
      legal_address actual_address`,
    law: 'company full_name inn ogrn bank bik account correspondent_account',
    secret: 'password_hash answer_token_hash',
    plain: `id status submission_key legal_form kpp head_post registry_checked_at assignee_id reject_reason
      blocks_inn created_at waiting_since decided_at erased_at decided_by_id organisation_id contragent_id
      contract_id account_id`,
  },
  consents: {
    title: 'Согласия',
    of: byAccount(),
    erasing: 'by-room',
    why: 'подтверждает, что данные обрабатывали законно',
    law: 'kind text_version at address withdrawn_at',
    plain: 'id request_id account_id',
  },
  audit_values: {
    title: 'Личные значения журнала действий',
    of: bySubject(),
    erasing: 'by-room',
    personal: 'value',
    plain: 'id at subject_type subject_id',
  },
  audit_log: {
    title: 'Журнал действий',
    of: byAccount(),
    erasing: 'kept',
    why: 'без имени и адреса, до конца срока журнала',
    law: 'at action changes',
    plain: 'id origin account_id on_behalf_of_account_id object_type object_id organisation_id',
  },
  orders: {
    title: 'Заказы',
    of: byAccount(),
    erasing: 'kept',
    why: 'основание первичных документов, закон о бухгалтерском учёте',
    law: 'client_number comment created_at',
    plain: `id number organisation_id contract_id account_id seller_id state cancel_requested approval sum_kopecks
      paid_kopecks pay_until code1c delivery_method_id delivery_company_id delivery_type_id terminal_id
      delivery_zone_id delivery_kopecks delivery_date address_id consignee_id version confirmed_at
      confirmed_version revision updated_at`,
  },
  order_events: {
    title: 'События заказов',
    of: byAccount(),
    erasing: 'kept',
    why: 'кто оформил и изменил заказ: часть документа',
    law: 'author comment at',
    plain: 'id order_id state account_id',
  },
  order_keys: {
    title: 'Ключи отправленных заказов',
    of: byAccount(),
    erasing: 'deleted',
    personal: 'reply',
    plain: 'account_id key body_digest created_at',
  },
  acts: {
    title: 'Акты сверки',
    of: byAccount('requested_by_id'),
    erasing: 'kept',
    why: 'подписанный документ взаиморасчётов',
    law: 'requested_by answered_by file_name requested_at answered_at',
    plain: `id number organisation_id contract_id first_day last_day state requested_by_id mail error ready_at as_of
      answer_by opening_kopecks debit_kopecks credit_kopecks line_count file_at file_opening_kopecks
      file_closing_kopecks file_debit_kopecks file_credit_kopecks file_lines file_outside matches`,
  },
  consignees: {
    nobodysOwn: 'people of the organisation: its owner erases them in the book; orders keep whom goods were given to',
    personal: 'name surname patronymic phone comment',
    law: 'attorney_number attorney_date attorney_valid_to file_key file_name',
    plain: 'id organisation_id company file_type file_bytes deleted',
  },
  addresses: {
    nobodysOwn: 'places of the organisation: its owner deletes them',
    personal: 'full_address comment',
    plain: 'id organisation_id postindex is_main delivery_zone_id deleted',
  },
  contragents: {
    nobodysOwn: 'requisites of a party to contracts: primary documents name them',
    law: 'company full_name inn ogrn legal_address actual_address head_name bank account phone email',
    plain: 'id organisation_id code1c legal_form kpp head_post bik correspondent_account status',
  },
  personal_managers: {
    nobodysOwn: 'the card of a salesperson that buyers see: an administrator edits it',
    personal: 'name phone email',
    plain: 'id',
  },
  sellers: {
    nobodysOwn: 'our own requisites, printed on documents',
    law: 'company full_name inn ogrn legal_address phone email head_name accountant_name bank account',
    plain: 'id code1c kpp head_post bik correspondent_account vat is_default',
  },
  organisations: {
    nobodysOwn: 'the name of a sole proprietor is a person: contracts name it',
    law: 'name',
    plain: 'id status demo personal_manager_id created_at',
  },
  act_matches: {
    nobodysOwn: 'answers to lines of a signed act',
    law: 'comment',
    plain: 'act_id match outcome cause effect_kopecks answer',
  },
  shipping_documents: {
    nobodysOwn: 'primary documents of a contract: they name who signed and received',
    law: 'edo_by file_key',
    plain: `id code1c contract_id kind paper number day sum_kopecks vat_kopecks order_id basis edo edo_on valid_to
      file_bytes active digest file_digest`,
  },
  order_lines: {
    nobodysOwn: 'notes of a line stand on documents',
    law: 'note',
    plain: `order_id position product_id warehouse_id name articul unit quantity_milli price_kopecks sum_kopecks
      vat_percent shipped_milli cancelled reserved_milli`,
  },
  captchas: {
    nobodysOwn: 'of nobody yet; gone in ten minutes',
    secret: 'token_hash answer',
    plain: 'expires_at',
  },
  setup_tokens: {
    nobodysOwn: 'of the first start',
    secret: 'token_hash',
    plain: 'created_at',
  },
  exchange_sessions: {
    nobodysOwn: "1C's own sessions",
    secret: 'token_hash',
    plain: 'id account_id type started_at last_seen_at closing_at followed_by ended_at',
  },
}
