package site

import (
	"cmp"

	"selfcare/internal/domain/plan"
)

// routeToPlans is the route above the pages of plans.
const routeToPlans = "plans"

// PlanFinds returns the pages of plans; none without a route for plans.
func (s Site) PlanFinds(plans []plan.Plan) []Find {
	pages := Target{Route: routeToPlans}
	english, arabic := s.Link(pages, "en"), s.Link(pages, "ar")
	if english == "" {
		return nil
	}
	finds := make([]Find, len(plans))
	for i, p := range plans {
		finds[i] = Find{
			Title: fallBack(p.NameEn, p.NameAr), Texts: []Text{fallBack(p.DescriptionEn, p.DescriptionAr)},
			URL: Text{En: english + "/" + p.ID, Ar: arabic + "/" + p.ID},
		}
		for _, item := range p.Items {
			finds[i].Texts = append(finds[i].Texts, fallBack(item.LabelEn, item.LabelAr))
		}
	}
	return finds
}

// fallBack shows a text in both languages when it exists in only one.
func fallBack(english, arabic string) Text {
	return Text{En: cmp.Or(english, arabic), Ar: cmp.Or(arabic, english)}
}
