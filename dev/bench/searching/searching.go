// Package searching makes many answers for the site search, and typical queries.
package searching

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Documents is the number of answers in the search.
const Documents = 5_000

// firstID is beyond the ids of the development data.
const firstID = 1_000_000

var english = strings.Fields(`order delivery courier parcel number line plan bundle data minutes messages recharge voucher card payment
	refund bill invoice due date credit limit roaming country operator rate abroad phone settings account password code session device
	email address branch hours complaint support balance bonus invitation friend transfer activation replacement identity eligibility`)

var arabic = strings.Fields(`طلب توصيل مندوب شحنة رقم خط باقة حزمة إنترنت دقائق رسائل شحن قسيمة بطاقة دفع استرداد فاتورة استحقاق موعد رصيد حد
	ائتماني تجوال دولة مشغل سعر خارج جوال إعدادات حساب كلمة مرور رمز جلسة جهاز بريد عنوان فرع ساعات شكوى دعم مكافأة دعوة صديق تحويل تفعيل
	استبدال هوية أهلية`)

// Queries are in both languages, of one word and several, exact and misspelt.
var Queries = []string{
	"refund of a voucher", "بطاقة شحن", "roaming rate abroad", "تجوال خارج المملكة", "complant about a bill", "فاتوره متاخره", "activation code",
	"رمز التفعيل", "credit limit", "استرداد المبلغ", "where is my parcel", "وين شحنتي",
}

// Added appends as many questions to a content file that ends with its questions. They differ, and are the same in
// each run.
func Added(file string) string {
	drawn := rand.New(rand.NewPCG(5, 7)) //nolint:gosec // made-up words
	words := func(of []string, count int) string {
		all := make([]string, count)
		for i := range all {
			all[i] = of[drawn.IntN(len(of))]
		}
		return strings.Join(all, " ")
	}
	var out strings.Builder
	out.WriteString(file)
	for i := range Documents {
		fmt.Fprintf(&out, "    - { id: %d, topic: orders, slug: made-up-%d, title: { en: %q, ar: %q }, details: { en: %q, ar: %q } }\n",
			firstID+i, i, words(english, 6), words(arabic, 6), words(english, 40), words(arabic, 40))
	}
	return out.String()
}
