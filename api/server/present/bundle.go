package present

import (
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/purchase"
)

// Bundle is a bundle as the shop shows it.
func Bundle(v Presenter, b bundle.Bundle, vatPercent int) gen.Bundle {
	shown := gen.Bundle{
		Id: b.ID, Category: gen.BundleCategory(b.Category), Name: v.Localized(b.NameAr, b.NameEn), Description: v.Localized(b.DescriptionAr, b.DescriptionEn),
		Tags: words[gen.BundleTag](b.Tags), Items: BundleItems(b.Items()), ValidityDays: b.ValidityDays, Price: int64(b.Price),
		Total: int64(purchase.WithVAT(b.Price, vatPercent)), Subscriptions: words[gen.SubscriptionType](b.Subscriptions), Single: b.Single, Renews: b.Renews,
		Availability: words[gen.Channel](b.Availability), EndsAt: optional.Time(b.EndsAt),
	}
	if len(b.Plans) > 0 {
		plans := words[gen.PlanId](b.Plans)
		shown.Plans = &plans
	}
	if left, limited := b.Left(); limited {
		shown.Left = &left
	}
	return shown
}

// BundleItems are the allowances of a bundle.
func BundleItems(items []bundle.Item) []gen.BundleItem {
	shown := make([]gen.BundleItem, len(items))
	for i, item := range items {
		shown[i] = gen.BundleItem{Type: gen.BundleItemType(item.Type), Unit: gen.AllowanceUnit(item.Unit), Amount: item.Amount}
	}
	return shown
}

// bundlesBought are bundles as they were bought.
func bundlesBought(v Presenter, bought []contract.BundleBought) *[]gen.BundleBought {
	if bought == nil {
		return nil
	}
	shown := make([]gen.BundleBought, len(bought))
	for i, b := range bought {
		shown[i] = gen.BundleBought{
			Id: optional.Text(b.BundleID), Name: v.Localized(b.NameAr, b.NameEn), ValidityDays: b.ValidityDays, Price: int64(b.Price), ValidUntil: optional.Time(b.ValidUntil), Renews: optional.True(b.Renews),
			Items: make([]gen.BundleItem, len(b.Items)),
		}
		for n, item := range b.Items {
			shown[i].Items[n] = gen.BundleItem{Type: gen.BundleItemType(item.Type), Unit: gen.AllowanceUnit(item.Unit), Amount: item.Amount}
		}
	}
	return &shown
}

// NamesOf joins the names of the bought bundles for one line of a receipt.
func NamesOf(v Presenter, bought []contract.BundleBought) string {
	names := make([]string, len(bought))
	for i, b := range bought {
		names[i] = v.Localized(b.NameAr, b.NameEn)
	}
	return strings.Join(names, " + ")
}

// words convert values of a closed set to the contract's type.
func words[T ~string](all []string) []T {
	shown := make([]T, len(all))
	for i, word := range all {
		shown[i] = T(word)
	}
	return shown
}
