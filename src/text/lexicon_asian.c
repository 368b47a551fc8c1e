/* lexicon_asian.c - the words of the languages of South and East Asia: hi, bn, zh, ja, ko, th, vi, id. Written for knap from the
 * grammar of each language. */
#include "text/lexicon.h"

const kn_lexicon kn_lexicon_hi = {
    .code = "hi",
    .stemmer = "hindi",
    .stop = "का की के को में से पर ने और या एवं तथा व कि जो जिस जिसे जिसके जिसकी जिसका जिसमें जिससे जिन "
            "जिन्हें जिनके जिनकी जिनमें यदि अगर तो भी ही न नहीं मत लेकिन किन्तु किंतु परन्तु परंतु मगर बल्कि "
            "क्योंकि इसलिए ताकि जब तब जहाँ जहां वहाँ वहां यहाँ यहां कहाँ कहां कब क्यों कैसे कैसा कौन क्या "
            "किस किसी किसे कोई कुछ सब सभी हर प्रत्येक अन्य दूसरे दूसरा दूसरी ऐसा ऐसे ऐसी वैसे इस इसे इसके "
            "इसकी इसका इसमें इससे इन इनके इनकी इनका इनमें उस उन उनमें तक लिए द्वारा साथ बाद पहले बीच ओर तरफ "
            "तरह अंदर बाहर ऊपर नीचे बिना अनुसार बारे कारण दौरान प्रति है हैं था थे थी थीं हो होता होती होते "
            "हुआ हुई हुए होगा होगी होंगे होने रहा रही रहे कर करने करता करती करते किया की किए करके गया गई गए "
            "जा जाता जाती जाते दिया दी दिए सकता सकती सकते चुका चुकी चुके वाला वाले वाली अब अभी फिर बहुत अधिक "
            "ज्यादा कम केवल सिर्फ लगभग वह यह ये वे एक मेरा मेरी मेरे हमारा हमारी हमारे अपना अपनी अपने",
    .pronouns = "मैं मुझे मुझ मैंने हम हमें हमने तू तुम तुम्हें आप आपको वह वे उसे उसने उसके उसकी उसका उससे "
                "उन्हें उन्होंने उनके उनकी उनका उनसे स्वयं",
    .back = "वह वे यह ये उसने उन्होंने उसे उन्हें उसका उसकी उसके उनका उनकी उनके इसका इसकी इसके इनका इनकी "
            "इनके इसे इन्हें इससे इसमें इस इन उस उन लेकिन किन्तु किंतु परन्तु परंतु मगर और बल्कि इसलिए अतः "
            "फिर तब हालांकि हालाँकि",
    .speakers = "मैं मैंने मुझे मुझको मेरा मेरी मेरे हम हमने हमें हमारा हमारी हमारे आप आपने आपको आपका आपकी आपके "
                "तुम तुम्हारा",
    .titles = "डॉ डा प्रो श्री मि मो सु कु ले कि.मी किमी रु ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू "
              "आर एस टी यू वी डब्ल्यू डब्लू एक्स वाई जेड",
    .numbered = "सं नं पृ",
    .endings = "इत्यादि",
    .months = "जनवरी|फरवरी फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|"
              "दिसंबर दिसम्बर",
    .days = "सोमवार मंगलवार बुधवार गुरुवार गुरूवार बृहस्पतिवार वीरवार शुक्रवार शनिवार रविवार इतवार",
    .dated = "को दिन",
    .speech = "कहा कहते कहती पूछा बोला बोली बोले चिल्लाया चिल्लाई बताया",
    .connectives = "लेकिन|किन्तु|किंतु|परन्तु|परंतु|मगर",
    .bound = "अगर|यदि",
    .set_apart = "हालांकि|हालाँकि|इस बीच|इसके अलावा",
};

const kn_lexicon kn_lexicon_bn = {
    .code = "bn",
    .stop = "এবং ও আর বা অথবা কিন্তু তবে তবু যদিও কারণ কেননা যদি তাহলে যে যা যার যাকে যারা যাদের কি কী কে "
            "কাকে কার কোন কোনো কেন কখন কোথায় কীভাবে কেমন কত থেকে হতে দিয়ে দ্বারা জন্য জন্যে সঙ্গে সাথে "
            "মধ্যে উপর উপরে নিচে পরে আগে কাছে পর্যন্ত প্রতি বিরুদ্ধে সম্পর্কে অনুযায়ী ছাড়া মতো মত এই এ এটি "
            "এটা সেই সে ওই ঐ এসব সেসব এমন তেমন যেমন সব সকল সমস্ত প্রত্যেক প্রতিটি অনেক কিছু কয়েক কম বেশি "
            "আরও আরো খুব অত্যন্ত শুধু মাত্র কেবল না নয় নেই হয় হয়ে হয়েছে হয়েছিল হবে হচ্ছে হলে ছিল ছিলেন "
            "ছিলো আছে আছেন থাকে থাকবে করে করা করেছে করেছেন করেন করবে করতে করার করেছিল যায় যাবে গেছে পারে "
            "পারেন এখন তখন এখানে সেখানে আবার সর্বদা কখনো প্রায় অন্য অন্যান্য নিজে নিজের একই একটি একটা এক "
            "দুই তাই তো হ্যাঁ এছাড়া বলে",
    .pronouns = "আমি আমাকে আমার আমরা আমাদের তুমি তোমাকে তোমার তোমরা তোমাদের আপনি আপনাকে আপনার আপনারা আপনাদের সে "
                "তাকে তার তারা তাদের তিনি তাঁকে তাঁর তাঁরা তাঁদের উনি ওরা ওদের",
    .back = "সে তাকে তার তারা তাদের তিনি তাঁর তাঁরা তাঁদের এই এটি এটা সেই এসব এমন কিন্তু এবং ও আর তবে তাই "
            "তখন এছাড়া আবার",
    .speakers = "আমি আমাকে আমার আমরা আমাদের তুমি তোমার আপনি আপনার",
    .titles = "ডা ড মো মি শ্রী এ বি সি ডি ই এফ জি এইচ আই জে কে এল এম এন পি কিউ আর এস টি ভি",
    .numbered = "নং পৃ",
    .months = "জানুয়ারি|ফেব্রুয়ারি|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর",
    .days = "সোমবার মঙ্গলবার বুধবার বৃহস্পতিবার শুক্রবার শনিবার রবিবার",
    .speech = "বললেন বলল বলেন জিজ্ঞাসা চিৎকার",
};

const kn_lexicon kn_lexicon_zh = {
    .code = "zh",
    .unspaced = true,
    .stop = "的 了 着 过 得 地 之 是 在 有 和 与 跟 同 及 以及 或 或者 还是 但 但是 可是 不过 然而 而 而且 并 并且 "
            "因为 由于 所以 因此 因而 如果 假如 要是 虽然 尽管 "
            "即使 只要 只有 除非 无论 不管 当 时 时候 以 以便 为 为了 对 对于 关于 向 往 从 自 自从 到 由 把 将 被 给 "
            "让 叫 使 比 按 按照 根据 除了 随着 通过 于 至 "
            "等 等等 这 这个 这些 这样 这里 这种 那 那个 那些 那样 那里 那种 其 其中 其他 其它 此 该 各 每 每个 某 "
            "某些 另 另外 别的 什么 谁 哪 哪个 哪些 哪里 怎么 怎样 "
            "如何 为什么 多少 几 不 没 没有 不是 无 非 未 别 也 都 又 再 还 就 才 已 已经 曾 曾经 正 正在 将要 会 能 "
            "能够 可以 可能 应该 应 必须 要 想 很 太 非常 最 "
            "更 更加 越 比较 十分 极 只 仅 仅仅 一 一个 一些 一种 两 个 种 位 次 年 月 日 上 下 中 里 内 外 前 后 之间 "
            "之后 之前 以后 以前 以来 左右 大约 约 吗 呢 "
            "吧 啊 呀 嘛 所 个人 像 似乎 例如 即 就是 现在 今天 目前 同时 然后 于是 此外 這 這個 這些 個 們 與 並 過 "
            "還 會 沒有 對 從 說 來 為 後 裡",
    .pronouns = "我 我们 我們 你 你们 你們 您 他 他们 他們 她 她们 她們 它 它们 它們 自己 咱们 大家",
    .back = "他 他们 他們 她 她们 她們 它 它们 这 这个 这些 这样 那 那个 那些 此 该 其 但 但是 可是 不过 然而 而 而且 "
            "并且 因此 所以 于是 然后 同时 此外 另外 也 還有 還 "
            "其他",
    .speakers = "我 我们 我們 你 你们 你們 您 咱们",
    .months = "一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月",
    .days = "星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天",
    .dated = "年 月 日",
    .speech = "说 說 问 問 道 喊 叫 嚷 吼",
};

const kn_lexicon kn_lexicon_ja = {
    .code = "ja",
    .unspaced = true,
    .stop = "の に は を が と で も へ や から まで より か な だ です である でし ます まし た て い る う ん れ "
            "られ せ させ さ し する した して しない いる いた "
            "いて いない ある あった あり ない なかっ なく なる なった なり こと もの ところ ため よう そう そして "
            "また または および しかし だが けれども ので のに ば たら "
            "なら ながら つつ たり など だけ のみ しか ばかり ほど くらい ぐらい こそ さえ でも とか ね よ わ ぞ これ "
            "それ あれ どれ ここ そこ あそこ どこ この その あの "
            "どの こう ああ どう こんな そんな 何 誰 いつ なぜ どうして いくつ いくら 私 上 中 下 前 後 内 外 間 とき "
            "時 場合 について によって により による において "
            "における に対して として とともに という といった ません まい でしょ だろ だろう でき できる られる れる "
            "いう いい 言う 思う 見る 行く 来る くる いく おり おる もう "
            "まだ すでに もっと とても 非常 少し すべて 全て 他 ほか 各 毎 さらに 同じ 自分 的 者 方 等 さん 氏 目 年 "
            "月 日 では には とは へは からは ても",
    .pronouns = "私 わたし 僕 ぼく 俺 あなた 君 きみ 彼 彼女 彼ら 彼女ら 我々 私たち われわれ 自分",
    .back = "彼 彼女 彼ら これ それ あれ この その あの こう そう こんな そんな しかし だが けれども また そして "
            "そこで それで それから だから したがって さらに ただし 一方 同 "
            "なお つまり では",
    .speakers = "私 わたし 僕 ぼく 俺 私たち 我々 われわれ あなた 君",
    .months = "一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月",
    .days = "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    .dated = "年 月 日",
    .speech = "と 言 尋 叫 答",
};

const kn_lexicon kn_lexicon_ko = {
    .code = "ko",
    .stop = "은 는 이 가 을 를 의 에 에서 에게 께 와 과 도 로 으로 만 부터 까지 보다 처럼 하고 그리고 그러나 하지만 "
            "또는 또한 그래서 따라서 그런데 그러므로 즉 및 등 그 "
            "저 이것 그것 저것 이런 그런 저런 여기 거기 저기 무엇 누구 언제 어디 왜 어떻게 어떤 어느 몇 얼마나 모든 각 "
            "매 다른 같은 여러 많은 더 가장 매우 아주 너무 조금 "
            "약 거의 이미 아직 다시 항상 자주 지금 오늘 어제 내일 있다 있는 있었다 있을 있고 있으며 없다 없는 없었다 "
            "이다 입니다 것 것이다 것은 것을 것이 것으로 수 때 때문에 "
            "때문이다 위해 위한 대해 대한 통해 따라 따르면 하는 한 할 했다 하다 합니다 하며 하여 해 하기 했으며 된다 "
            "되는 된 되었다 됐다 되고 않다 않는 않은 않았다 않고 못 "
            "안 말했다 후 전 중 동안 사이 위 아래 밖 앞 뒤 옆",
    .pronouns = "나 나는 내 내가 나를 저 저는 제 제가 너 너는 네 네가 당신 당신은 당신의 그 그는 그가 그의 그를 그녀 "
                "그녀는 그녀가 그녀의 그들 그들은 그들의 그들이 우리 우리는 "
                "우리가 우리의 저희 자신 자신의",
    .back = "그 그는 그가 그의 그녀 그녀는 그녀가 그들 그들은 그들의 이 이는 이것 이것은 그것 그것은 이런 그런 이들 "
            "이들은 그러나 하지만 그리고 또 또한 그래서 따라서 그런데 "
            "한편 이에 이어",
    .speakers = "나 나는 내 내가 저 저는 제 제가 우리 우리는 우리가 우리의 저희 너 너는 당신 당신은",
    .months = "일월|이월|삼월|사월|오월|유월|칠월|팔월|구월|시월|십일월|십이월",
    .days = "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    .dated = "년 월 일",
    .speech = "말했다 물었다 외쳤다 대답했다 덧붙였다",
};

const kn_lexicon kn_lexicon_th = {
    .code = "th",
    .unspaced = true,
    .joints = "และ หรือ แต่ ที่ ซึ่ง อัน ว่า เพื่อ เพราะ เนื่องจาก โดย ด้วย จน จาก กับ ถึง ของ ใน บน ตาม ให้ คือ เป็น ได้แก่ เช่น จึง ก็ ทำให้ "
              "รวม พร้อม ขณะ เมื่อ หาก ถ้า จะ ๆ ฯ",
    .stop = "และ หรือ แต่ ก็ ที่ ซึ่ง อัน ว่า เพราะ เนื่องจาก ถ้า หาก แม้ เมื่อ ขณะ จน จนถึง จาก ของ ใน บน "
            "ใต้ นอก ข้าง ระหว่าง กับ แก่ แด่ ต่อ โดย ด้วย เพื่อ สำหรับ ตาม ถึง ไป มา ให้ ได้ เป็น คือ อยู่ "
            "มี ไม่ ไม่ได้ ไม่มี ยัง แล้ว จะ กำลัง เคย ควร ต้อง อาจ สามารถ ถูก นี้ นั้น โน้น นี่ นั่น "
            "เหล่านี้ เหล่านั้น อะไร ใคร ไหน ที่ไหน เมื่อไร ทำไม อย่างไร เท่าไร กี่ ทุก แต่ละ บาง หลาย อื่น "
            "อีก มาก น้อย กว่า ที่สุด มากกว่า เพียง เท่านั้น เฉพาะ เอง กัน การ ความ ผู้ คน ตัว สิ่ง เรื่อง "
            "ครั้ง วัน ปี เดือน ขึ้น ลง ออก เข้า ไว้ นะ ครับ ค่ะ ด้าน ทาง ทั้ง ทั้งหมด รวม พร้อม หลัง ก่อน "
            "ต่าง ประมาณ เกือบ ดังนั้น นอกจาก ส่วน หนึ่ง สอง ๆ",
    .pronouns = "ผม ฉัน ดิฉัน ข้าพเจ้า เรา พวกเรา คุณ ท่าน เธอ เขา พวกเขา มัน ตน ตนเอง หล่อน",
    .back = "เขา พวกเขา เธอ มัน นี่ นั่น นี้ นั้น แต่ และ หรือ ดังนั้น อย่างไรก็ตาม นอกจากนี้ ทั้งนี้ ต่อมา "
            "จากนั้น โดย ซึ่ง ที่ ว่า เพื่อ เพราะ",
    .speakers = "ผม ฉัน ดิฉัน ข้าพเจ้า เรา พวกเรา คุณ",
    .titles = "ดร นพ พญ ศ รศ ผศ พล.อ พ.ต.อ ร.ต.อ นาย พ.ศ ค.ศ ม.ร.ว อ ต จ",
    .numbered = "ข้อ หน้า ม โทร",
    .months = "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|"
              "ธันวาคม",
    .days = "จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์ อาทิตย์",
};

const kn_lexicon kn_lexicon_vi = {
    .code = "vi",
    .stop = "và hoặc hay nhưng mà song tuy nếu thì vì bởi do nên để khi lúc trong trước sau từ đến tới ở tại "
            "trên dưới ngoài giữa bên cạnh với cùng của cho về theo bằng qua như là được bị đã đang sẽ vừa "
            "mới sắp không chưa chẳng đừng có phải cần thể muốn cũng vẫn còn chỉ rất lắm quá hơn nhất càng "
            "này kia đó ấy nọ đây đấy gì ai nào đâu sao bao nhiêu mấy thế vậy mỗi mọi các những một hai vài "
            "nhiều ít tất cả toàn khác nhau lại nữa rồi ngay luôn thường hiện nay bây giờ hôm ngày năm tháng "
            "người cái con chiếc việc sự điều cách khoảng gần ra vào lên xuống đi làm rằng nhiên thêm nhằm",
    .pronouns = "tôi tao tớ mình ta chúng bạn anh chị em ông bà cô nó hắn họ",
    .back = "nó hắn họ chúng này đó ấy nhưng và hoặc song tuy vì do ngoài sau thế vậy cũng còn",
    .speakers = "tôi tao tớ mình bạn",
    .titles = "TS ThS PGS GS BS Th.S T.S G.S Ts Gs Bs Tp TP Tx ĐH Q P",
    .numbered = "số tr Nr No",
    .finals = "v.v vv",
    .months = "giêng|hai|ba|tư|năm|sáu|bảy|tám|chín|mười",
    .days = "thứ chủ nhật",
    .speech = "nói hỏi đáp kêu",
    .magnitudes = "nghìn ngàn|triệu|tỷ tỉ",
};

const kn_lexicon kn_lexicon_id = {
    .code = "id",
    .stemmer = "indonesian",
    .stop = "dan atau tetapi tapi namun melainkan sedangkan serta maupun karena sebab sehingga agar supaya "
            "jika kalau apabila bila meskipun walaupun ketika saat sejak sampai hingga sebelum sesudah "
            "setelah selama sambil seperti sebagai bahwa yang di ke dari pada dalam oleh untuk dengan tanpa "
            "antara bagi terhadap tentang mengenai menurut atas bawah depan belakang samping luar para si "
            "sang ini itu tersebut sini situ sana apa siapa mana kapan mengapa kenapa bagaimana berapa "
            "adalah ialah merupakan ada tidak bukan belum tak jangan akan sedang telah sudah pernah masih "
            "bisa dapat boleh harus mesti perlu mau ingin juga pun saja hanya cuma lagi lebih paling sangat "
            "sekali amat kurang banyak sedikit semua seluruh setiap tiap beberapa sebagian lain lainnya "
            "sendiri sama satu dua hal secara kini sekarang kemudian lalu maka jadi pula bahkan sekitar "
            "hampir selain demikian begitu",
    .pronouns = "saya aku ku kami kita anda kamu kau engkau kalian dia ia beliau mereka nya",
    .openers = "kemarin hari besok menurut tiga empat lima enam tujuh delapan sembilan sepuluh ratusan ribuan",
    .back = "dia ia beliau mereka ini itu hal tersebut tetapi tapi namun dan atau selain karena oleh maka "
            "jadi kemudian lalu juga demikian begitu sebaliknya keduanya",
    .speakers = "saya aku kami kita anda kamu kau engkau kalian",
    .titles = "Dr dr Drs Dra Prof Ir H Hj Tn Ny Sdr Bpk Jend Letjen Kol Kapt Jl Gg Kec Kab Prov mis a.n d.a "
              "u.p ttd",
    .numbered = "No no hlm hal ps Pasal ayat Gbr tel",
    .endings = "Tbk Jr SM M U.S S.H S.E M.Si",
    .finals = "dll dsb dst tsb",
    .months = "Januari Jan|Februari Feb|Maret Mar|April Apr|Mei|Juni Jun|Juli Jul|Agustus Agu|"
              "September Sept Sep|Oktober Okt|November Nov|Desember Des",
    .days = "Senin Selasa Rabu Kamis Jumat Sabtu Minggu",
    .dated = "tanggal",
    .bylines = "oleh",
    .speech = "kata ujar tanya teriak jawab tutur",
    .magnitudes = "ribu|juta|miliar|triliun",
};
