/* lexicon_slavic.c - the words of the Slavic languages: cs, pl, ru, uk. Written for knap from the
 * grammar of each language. */
#include "text/lexicon.h"

const kn_lexicon kn_lexicon_cs = {
    .code = "cs",
    .stop = "a i o u v ve k ke s se si z ze na do od po pro při před přes za nad pod mezi bez kromě podle "
            "kolem okolo během kvůli díky proti vedle místo mimo skrz dle vůči ani nebo či ale však avšak "
            "ovšem jenže že aby kdyby když až než jestli zda pokud protože neboť jelikož ačkoli ačkoliv "
            "přestože tedy tak takže proto potom pak také též rovněž jen jenom pouze ještě už již jako jak "
            "kde kam kdy odkud proč kolik co kdo koho komu kým čeho čemu čím jaký jaká jaké jakého který "
            "která které kteří kterého které kterou kterým kterými kterých jenž jež jehož jejž ten ta to ti "
            "ty toho té tomu tím tou těch těm těmi tu tento tato toto tyto této tohoto tomto touto těchto "
            "těmto onen ona ono ono takový taková takové každý každá každé všechen všechna všechno všichni "
            "všechny všech všem vše nic nikdo nikdy žádný žádná žádné někdo něco některý některé některá "
            "někteří jiný jiná jiné jiní sám sama samo sami můj moje má mé mého tvůj tvá náš naše našeho váš "
            "vaše svůj svá své svého svou svým svých svými je jsou jsem jsi jsme jste byl byla bylo byli "
            "byly být bude budou budu budeme by bych bychom není nejsou nebyl nebyla nebylo nebyli nebude má "
            "mají měl měla mělo měli mít nemá může mohou mohl mohla mohli musí měly ne ano asi snad velmi "
            "více méně nejvíce tam zde tady tehdy nyní teď zatímco dokud poté včetně",
    .pronouns = "já mě mne mi mně mnou ty tě tebe tobě tebou on ona ono oni ony ho jeho jej něj něho mu jemu "
                "němu něm jím ním jí ní ji ni jich nich jim nim jimi nimi my nás nám námi vy vás vám vámi sebe "
                "sobě sebou jejich její",
    .back = "on ona ono oni ony jeho její jejich ten ta to ti ty tento tato toto tyto takový taková takové "
            "ale a i však avšak ovšem proto tedy tak takže pak potom také rovněž přesto nicméně navíc jinak",
    .speakers = "já mě mně mnou můj moje moji mého my nás nám námi náš naše naši vy vás vám vámi váš vaše vaši "
                "ty tě tebe tobě",
    .titles = "pan MUDr JUDr Ing Mgr Bc PhDr RNDr Dr dr prof doc gen plk pplk mjr kpt por např tzv tzn tj mj "
              "resp cca popř příp č čj str srov viz sv pí ul nám tř vč zejm odst písm sb ak arch ev býv",
    .numbered = "č čl str s odst tab obr st",
    .endings = "atd apod aj tis mil mld hod min sek Kč r n.l př.n.l a.s s.r.o o.s St ml U.S U.S.A J.R",
    .months = "leden ledna|únor února|březen března|duben dubna|květen května|červen června|červenec července|"
              "srpen srpna|září|říjen října|listopad listopadu|prosinec prosince",
    .days = "pondělí úterý středa čtvrtek pátek sobota neděle",
    .dated = "dne roku",
    .connectives = "Ale|Avšak",
    .bound = "i|ani|se|si|by|je|jsou",
    .set_apart = "Kromě toho|Nicméně|Mimochodem",
    .attributions = "řekl|řekla|dodal|dodala|uvedl|uvedla",
    .ordinals = KN_ORDINALS_DATES,
    .magnitudes = "tisíc tisíce|milion miliony milionů milionu|miliarda miliardy miliard|bilion biliony bilionů",
};

const kn_lexicon kn_lexicon_pl = {
    .code = "pl",
    .stop = "a i o u w we z ze na do od po przy przed przez za nad pod między bez oprócz według wokół "
            "podczas dzięki przeciw przeciwko obok zamiast poza dla ku oraz ani albo lub czy ale lecz jednak "
            "jednakże natomiast że żeby aby gdyby gdy kiedy aż niż jeśli jeżeli ponieważ bo gdyż choć "
            "chociaż mimo więc zatem dlatego tak także też również tylko jedynie jeszcze już jako jak gdzie "
            "dokąd skąd dlaczego ile co kto kogo komu kim czego czemu czym jaki jaka jakie jakiego jakiej "
            "który która które którzy którego której którym którymi których którą ten ta to ci te tego tej "
            "temu tym tą tych tymi tę tamten tamta tamto tamte taki taka takie tacy takiego każdy każda "
            "każde każdego wszystko wszyscy wszystkie wszystkich wszystkim nic nikt nigdy żaden żadna żadne "
            "ktoś coś jakiś jakaś jakieś niektóry niektóre niektórzy inny inna inne inni innych sam sama "
            "samo sami jest są jestem jesteś jesteśmy był była było byli były być będzie będą będę by nie ma "
            "mają miał miała miało mieli mieć może mogą mógł mogła mogli można musi muszą musiał należy tu "
            "tam teraz wtedy potem zawsze często znów bardzo bardziej więcej mniej najbardziej dużo wiele "
            "wielu mało kilka kilku niemal prawie około oba obie obu się no tzn wobec wśród spośród zaś "
            "czyli ponadto",
    .pronouns = "ja mnie mi mną ty ciebie cię tobie ci tobą on ona ono oni one go jego jej ją jemu mu nim nią "
                "nimi niego niej ich im nich my nas nam nami wy was wam wami siebie sobie sobą mój moja moje "
                "moich twój twoja twoje nasz nasza nasze naszych wasz wasza wasze swój swoja swoje swoim swoich "
                "swoją swego",
    .openers = "wczoraj dziś dzisiaj jutro wcześniej później według dwa dwie trzy cztery pięć sześć siedem "
               "osiem dziewięć dziesięć setki tysiące",
    .back = "on ona ono oni one jego jej ich ten ta to ci te tego tej taki taka takie ale i a lub lecz "
            "jednak jednakże natomiast dlatego więc zatem tak też także również potem następnie wtedy mimo "
            "ponadto inaczej oba obaj",
    .speakers = "ja mnie mi mną mój moja moje my nas nam nami nasz nasza nasze ty ciebie cię tobie twój twoja "
                "twoje wy was wam wasz",
    .titles = "sp p pp dr Dr prof Prof hab inż mgr Mgr lek med gen Gen płk Płk ppłk mjr kpt ppor sierż ks Ks "
              "bp Bp abp Abp kard św Św np tzn tj tzw ok por zob Zob Por ul al pl os im woj pow gm m.in M.in "
              "wg ds red tłum wyd max min godz ur zm sp przyp zwł śp",
    .numbered = "nr s str art ust pkt rys tab rozdz t tel poz par",
    .endings = "r w br ub ww m.st S.A o.o jr U.S",
    .finals = "itd itp etc p.n.e n.e",
    .months = "styczeń stycznia|luty lutego|marzec marca|kwiecień kwietnia|maj maja|czerwiec czerwca|"
              "lipiec lipca|sierpień sierpnia|wrzesień września|październik października|listopad listopada|"
              "grudzień grudnia",
    .days = "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    .dated = "dnia roku",
    .speech = "powiedział powiedziała mówi zapytał zapytała krzyknął odparł odpowiedział dodał dodała",
    .connectives = "Ale|Lecz",
    .bound = "jeśli|nie|i|gdy",
    .attributions = "powiedział|powiedziała|dodał|dodała",
    .future = "będzie|będą|planuje|planują",
    .ordinals = KN_ORDINALS_DATES,
    .spaced = true,
    .magnitudes =
        "tysiąc tysiące tysięcy tys|milion miliony milionów mln|miliard miliardy miliardów mld|bilion biliony bilionów",
};

const kn_lexicon kn_lexicon_ru = {
    .code = "ru",
    .stemmer = "russian",
    .stop = "и в во на с со к ко у о об обо от до из изо за по под над при про без для через между перед "
            "около среди кроме вместо после против из-за из-под ради согласно вокруг вдоль а но да или либо "
            "ни же бы ли что чтобы как когда где куда откуда почему зачем сколько если хотя пока потому "
            "поэтому так также тоже то не нет ещё еще уже только лишь даже ведь вот разве именно тот та те "
            "того той тому тем тех теми ту этот эта это эти этого этой этому этим этих этими эту такой такая "
            "такое такие такого таких весь вся всё все всего всей всех всем всеми каждый каждая каждое "
            "каждого любой любая кто кого кому кем чего чему чем какой какая какое какие каких который "
            "которая которое которые которого которой которому которым которых которыми которую чей чья чьё "
            "сам сама само сами самый самая самое самые другой другая другое другие других иной никто ничто "
            "ничего никого некоторый некоторые некоторых кто-то что-то какой-то несколько много мало больше "
            "меньше более менее очень был была было были быть будет будут буду есть является являются может "
            "могут мог могла могли можно нужно надо должен должна должны нельзя здесь там тут теперь сейчас "
            "тогда потом затем всегда никогда часто снова опять почти примерно однако зато итак значит оба "
            "обе",
    .pronouns = "я меня мне мной мною ты тебя тебе тобой он его ему им нём нем она её ее ей ею неё нее ней оно "
                "они их ими них нами мы нас нам вы вас вам вами себя себе собой мой моя моё мои моего моей моих "
                "твой твоя твоё твои наш наша наше наши нашего наших ваш ваша ваше ваши свой своя своё свои "
                "своего своей своих своим свою",
    .openers = "вчера сегодня завтра ранее позже два две три четыре пять шесть семь восемь девять десять сотни "
               "тысячи",
    .back = "он она оно они его её ее их ему ей им этот эта это эти этого этой такой такая такое такие тот "
            "та те но а и или однако поэтому потому также тоже кроме затем потом тогда так итак зато иначе "
            "оба обе",
    .speakers = "я меня мне мной мой моя моё мои мы нас нам нами наш наша наше наши ты тебя тебе твой вы вас вам "
                "вами ваш ваша ваше ваши",
    .titles = "г-н г-жа гг проф Проф акад Акад доц ген Ген полк Полк подп кап лейт т.е т.н т.к т.о напр см См "
              "ср стр ул пр пл пер просп им св Св тов Тов гл рис табл ред изд пос дер обл р-н оз о-в гос мин "
              "макс ок рожд ум авт англ нем фр лат рус греч т.наз инж",
    .numbered = "№ ст Ст п П пп стр с рис табл гл кн т тел д кв корп",
    .endings = "г гг в вв и.др др пр проч см мин",
    .finals = "т.д т.п и.т.д и.т.п н.э до.н.э",
    .months = "январь января|февраль февраля|март марта|апрель апреля|май мая|июнь июня|июль июля|"
              "август августа|сентябрь сентября|октябрь октября|ноябрь ноября|декабрь декабря",
    .days = "понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье",
    .dated = "г года",
    .speech = "сказал сказала говорит спросил спросила крикнул ответил ответила добавил заявил",
    .connectives = "Но|А|И",
    .bound = "если|не|вот|то",
    .set_apart = "Кроме того|Между тем|Тем не менее|Однако|Например|Таким образом|Итак|Впрочем|К тому же|"
                 "В то же время",
    .attributions = "сказал он|сказала она|добавил он|добавила она|заявил он|отметил он",
    .future = "будет|будут|планирует|планируют",
    .spaced = true,
    .magnitudes = "тысяча тысячи тысяч тыс|миллион миллиона миллионов млн|миллиард миллиарда миллиардов млрд|триллион "
                  "триллиона триллионов трлн",
};

const kn_lexicon kn_lexicon_uk = {
    .code = "uk",
    .stop = "і й та в у на з із зі до від од за по під над при про без для через між перед біля серед крім "
            "замість після проти щодо навколо вздовж згідно а але або чи ні ж же б би що щоб як коли де куди "
            "звідки чому навіщо скільки якщо хоча поки тому так також теж то не ще вже лише тільки навіть "
            "адже ось саме той те ті того тієї тим тих тими ту цей ця це ці цього цієї цьому цим цих цими цю "
            "такий така таке такі такого таких весь вся все всі всього всієї всіх всім усе усі усіх кожний "
            "кожна кожне кожен будь-який хто кого кому ким чого чим який яка яке які якого якої якому яким "
            "яких якими яку чий сам сама само самі інший інша інше інші інших ніхто ніщо нічого нікого "
            "деякий деякі деяких хтось щось якийсь кілька багато мало більше менше дуже був була було були "
            "бути буде будуть є може можуть міг могла могли можна треба потрібно повинен повинна повинні тут "
            "там тепер зараз тоді потім завжди ніколи часто знову майже близько однак проте зате отже обидва "
            "обидві",
    .pronouns = "я мене мені мною ти тебе тобі тобою він його йому ним ньому вона її їй нею неї ній воно вони їх "
                "їм ними них ми нас нам нами ви вас вам вами себе собі собою мій моя моє мої мого твій твоя твоє "
                "наш наша наше наші ваш ваша ваше ваші свій своя своє свої свого своєї своїх своїм свою їхній "
                "їхня їхнє їхні",
    .openers = "вчора сьогодні завтра раніше пізніше два дві три чотири пять шість сім вісім девять десять "
               "сотні тисячі",
    .back = "він вона воно вони його її їх їхній йому їй цей ця це ці цього цієї такий така таке такі той та "
            "те але а і або однак проте тому також теж крім потім тоді так отже зате інакше обидва обидві",
    .speakers = "я мене мені мною мій моя моє мої ми нас нам нами наш наша наше наші ти тебе тобі твій ви вас "
                "вам вами ваш ваша ваше ваші",
    .titles = "м п проф Проф акад доц ген полк т.зв тзв напр див Див пор стор вул просп пл пров ім св гл рис "
              "табл ред вид смт обл р-н мін макс нар пом англ нім фр лат т.є",
    .numbered = "№ ст п пп стор с рис табл розд кн т тел буд кв",
    .endings = "р рр ст і.ін ін",
    .finals = "т.д т.п і.т.д і.т.п н.е до.н.е",
    .months = "січень січня|лютий лютого|березень березня|квітень квітня|травень травня|червень червня|"
              "липень липня|серпень серпня|вересень вересня|жовтень жовтня|листопад листопада|грудень грудня",
    .days = "понеділок вівторок середа середу четвер пятниця субота суботу неділя неділю",
    .dated = "р року",
    .speech = "сказав сказала каже запитав запитала спитав крикнув відповів відповіла додав заявив",
    .spaced = true,
    .magnitudes = "тисяча тисячі тисяч тис|мільйон мільйона мільйонів мільйони млн|мільярд мільярда мільярдів мільярди "
                  "млрд|трильйон трильйона трильйонів трлн",
};
