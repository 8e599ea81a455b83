/**
 * Words common in passwords, mostly from published lists of leaked ones; keyboard layouts and spellings of each are
 * tried, too.
 */

const english =
  'password passwd pass admin administrator root user guest test demo login logon welcome letmein access secret ' +
  'private default changeme change love iloveyou loveyou forever monkey dragon master killer shadow sunshine ' +
  'princess football baseball hockey soccer basketball superman batman spiderman pokemon starwars matrix naruto ' +
  'michael jordan jennifer jessica daniel thomas robert charlie andrew george ashley nicole hunter ranger harley ' +
  'mustang ferrari porsche mercedes toyota honda lada bmw freedom whatever trustno trust hello angel flower summer ' +
  'winter spring autumn monday friday sunday january february march april may june july august september october ' +
  'november december orange banana apple cherry cookie chocolate coffee pepper ginger computer internet server ' +
  'windows linux google facebook samsung nokia iphone android system network support manager director sales market ' +
  'marketing office company business money cash bank shop store order client customer buyer supplier warehouse ' +
  'moscow russia russian spartak zenit dinamo lokomotiv arsenal chelsea liverpool barcelona stalker warcraft ' +
  'minecraft counter strike lucky happy good best super mega king queen black white blue green red silver golden ' +
  'tiger lion wolf eagle bear panda kitty puppy rabbit dolphin london paris berlin america world peace star moon ' +
  'thunder phoenix diamond temp opt portal corp firma work job home house family mother father baby 1c'

const russian =
  'пароль пас вход доступ логин админ администратор директор менеджер бухгалтер бухгалтерия кассир продавец ' +
  'оператор кладовщик склад офис компания фирма магазин продажи продажа закупки опт оптовик торг торговля заказ ' +
  'клиент покупатель поставщик работа касса счет портал сайт сервер привет любовь люблю любимая любимый солнце ' +
  'солнышко счастье удача победа свобода деньги мечта надежда вера россия москва питер самара казань сибирь урал ' +
  'спартак зенит динамо локомотив футбол хоккей мама папа мамочка семья дети сын дочь малыш зайка зайчик котик ' +
  'котенок кошка собака рыбка тигр волк медведь орел дракон ангел весна лето осень зима январь февраль март апрель ' +
  'май июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник среда четверг пятница суббота ' +
  'воскресенье анна аня ольга оля елена лена татьяна таня ирина ира юлия юля екатерина катя катюша мария маша ' +
  'марина наталья наташа светлана света настя анастасия виктория вика дарья даша ксения кристина полина алина ' +
  'галина людмила александр саша сашка андрей сергей серега дмитрий дима алексей леша иван ваня максим михаил миша ' +
  'николай коля владимир вова виктор роман рома денис артем никита евгений женя павел паша игорь олег юрий антон ' +
  'кирилл егор илья руслан тимур вадим иванов иванова петров петрова сидоров смирнов смирнова кузнецов попов ' +
  'новиков секрет тайна тест проба гость новый новая супер мега самый лучший король королева черный белый красный ' +
  'синий зеленый космос сталкер пушкин чебурашка наруто феникс один два три четыре пять 1с'

export const commonWords: readonly string[] = english.split(' ')
export const commonRussianWords: readonly string[] = russian.split(' ')
