package seed

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// Categories of plans.
const (
	hawakom  = "hawakom"
	basic    = "basic"
	postpaid = "postpaid"
)

const month = 30 // days

// grouped writes a thousand as prices do, 1,000.
var grouped = message.NewPrinter(language.English)

func dataItem(gb int) store.PlanItem {
	return item("data", fmt.Sprintf("%d GB data", gb), fmt.Sprintf("%d جيجابايت إنترنت", gb))
}

func socialItem(gb int) store.PlanItem {
	return item("social_media", fmt.Sprintf("%d GB social media", gb), fmt.Sprintf("%d جيجابايت لمواقع التواصل", gb))
}

func minutesItem(minutes int) store.PlanItem {
	return item("local_min", fmt.Sprintf("%d local minutes", minutes), fmt.Sprintf("%d دقيقة محلية", minutes))
}

func item(kind, en, ar string) store.PlanItem {
	return store.PlanItem{Type: kind, LabelEn: en, LabelAr: ar}
}

var (
	unlimitedData    = item("data", "Unlimited data", "إنترنت بلا حدود")
	unlimitedSocial  = item("social_media", "Unlimited social media", "مواقع التواصل بلا حدود")
	unlimitedMinutes = item("local_min", "Unlimited local minutes", "دقائق محلية بلا حدود")
)

func smsItem(messages int) store.PlanItem {
	return item("sms", grouped.Sprintf("%d local SMS", messages), grouped.Sprintf("%d رسالة محلية", messages))
}

func roamingItem(gb int) store.PlanItem {
	return item("roaming_data", fmt.Sprintf("%d GB in the Gulf countries", gb), fmt.Sprintf("%d جيجابايت في دول الخليج", gb))
}

// allPlans in the order of the plan page.
var allPlans = []store.Plan{
	hawakomPlan(55, false, dataItem(5), socialItem(5), minutesItem(100)),
	hawakomPlan(90, true, dataItem(15), socialItem(15), minutesItem(300)),
	hawakomPlan(130, true, dataItem(40), unlimitedSocial, minutesItem(600), smsItem(100)),
	hawakomPlan(170, false, dataItem(80), unlimitedSocial, unlimitedMinutes, smsItem(300)),
	hawakomPlan(210, true, unlimitedData, unlimitedSocial, unlimitedMinutes, smsItem(500)),
	{
		ID: "basic-25", NameEn: "Basic 25", NameAr: "الأساسية 25", Price: 2500, SubscriptionType: "prepaid", Category: basic, ValidityDays: month,
		DescriptionEn: "Keep your number alive and pay for what you use.", DescriptionAr: "احتفظ برقمك وادفع مقابل ما تستخدمه.",
		Items: []store.PlanItem{dataItem(1), minutesItem(25), smsItem(25)},
	},
	postpaidPlan(200, dataItem(100), unlimitedSocial, unlimitedMinutes, smsItem(500), roamingItem(5)),
	postpaidPlan(290, unlimitedData, unlimitedSocial, unlimitedMinutes, smsItem(1000), roamingItem(15)),
}

func hawakomPlan(riyals int, featured bool, items ...store.PlanItem) store.Plan {
	return store.Plan{
		ID:     fmt.Sprintf("hawakom-%d", riyals),
		NameEn: fmt.Sprintf("Hawakom %d", riyals), NameAr: fmt.Sprintf("هواكم %d", riyals),
		DescriptionEn: "A month of data, social media and calls; renews itself if you wish.",
		DescriptionAr: "شهر من الإنترنت ومواقع التواصل والمكالمات، ويتجدد تلقائيًا إن رغبت.",
		Price:         contract.Halalas(riyals * 100), SubscriptionType: "prepaid", Category: hawakom,
		Featured: featured, ValidityDays: month, TakesPorted: true, Items: items,
	}
}

func postpaidPlan(riyals int, items ...store.PlanItem) store.Plan {
	return store.Plan{
		ID:     fmt.Sprintf("postpaid-%d", riyals),
		NameEn: fmt.Sprintf("Postpaid %d", riyals), NameAr: fmt.Sprintf("المفوترة %d", riyals),
		DescriptionEn: "One invoice a month, roaming included.",
		DescriptionAr: "فاتورة واحدة كل شهر، ويشمل التجوال.",
		Price:         contract.Halalas(riyals * 100), SubscriptionType: "postpaid", Category: postpaid,
		ValidityDays: month, TakesPorted: true, Items: items,
		FreeCategories: []string{"bronze", "silver", "gold"}, CommitmentMonths: 12,
	}
}

func plans(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for position, p := range allPlans {
		items, err := json.Marshal(p.Items)
		if err != nil {
			return fmt.Errorf("encode allowances: %w", err)
		}
		_, err = db.NewRaw(`
			INSERT INTO plans (id, name_en, name_ar, description_en, description_ar, price, subscription_type, category,
			    featured, validity_days, takes_ported, items, position, free_categories, commitment_months)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, coalesce(?::text[], '{}'), ?) ON CONFLICT DO NOTHING`,
			p.ID, p.NameEn, p.NameAr, p.DescriptionEn, p.DescriptionAr, int64(p.Price), p.SubscriptionType, p.Category,
			p.Featured, p.ValidityDays, p.TakesPorted, string(items), position, pgdialect.Array(p.FreeCategories),
			p.CommitmentMonths).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
